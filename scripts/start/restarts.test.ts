import { describe, expect, it } from "vitest";
import { restartPolicy } from "./restarts.ts";

describe("restartPolicy", () => {
  it("waits longer each time and gives up at the sixth end within a minute", () => {
    const mayRestart = restartPolicy();
    const pauses = [0, 1, 2, 3, 4, 5].map((second) => mayRestart("calc", second * 1000));
    expect(pauses).toEqual([100, 200, 400, 800, 1600, null]);
  });

  it("ignores ends older than a minute, and counts each process separately", () => {
    const mayRestart = restartPolicy();
    for (let second = 0; second < 5; second++) mayRestart("calc", second * 1000);
    expect(mayRestart("factors", 5_000)).toBe(100);
    expect(mayRestart("calc", 62_500)).toBe(400);
  });
});
