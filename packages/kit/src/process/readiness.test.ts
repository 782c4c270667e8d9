import { beforeEach, describe, expect, it } from "vitest";
import { Readiness } from "./readiness.ts";

const HOLD_MS = 5_000;
let now: number;
let readiness: Readiness;
/** Names of the checks that fail. */
let broken: Set<string>;
beforeEach(() => {
  now = 0;
  readiness = new Readiness(() => now);
  broken = new Set();
});

const add = (name: string, rule?: Parameters<Readiness["addCheck"]>[2]) =>
  readiness.addCheck(name, () => (broken.has(name) ? Promise.reject(new Error("broken")) : Promise.resolve()), rule);

async function failFor(ms: number) {
  await readiness.report();
  now += ms;
}

describe("a check that always counts", () => {
  beforeEach(() => add("database"));

  it("takes a process away that was never ready, at once", async () => {
    broken.add("database");
    expect(await readiness.report()).toEqual({ ready: false, failing: ["database"] });
  });

  it("is named at once and counts after five seconds, and a success between begins them anew", async () => {
    expect(await readiness.report()).toEqual({ ready: true, failing: [] });
    broken.add("database");
    await failFor(HOLD_MS - 1);
    expect(await readiness.report()).toEqual({ ready: true, failing: ["database"] });
    broken.clear();
    expect(await readiness.report()).toEqual({ ready: true, failing: [] });
    broken.add("database");
    await failFor(HOLD_MS);
    expect(await readiness.report()).toEqual({ ready: false, failing: ["database"] });
    broken.clear();
    expect(await readiness.report()).toEqual({ ready: true, failing: [] });
  });
});

describe("a check at the start", () => {
  it("counts until the process was ready once, and is named later", async () => {
    add("consumers", "start");
    broken.add("consumers");
    await failFor(HOLD_MS);
    expect(await readiness.report()).toEqual({ ready: false, failing: ["consumers"] });
    broken.clear();
    expect(await readiness.report()).toEqual({ ready: true, failing: [] });
    broken.add("consumers");
    await failFor(HOLD_MS);
    expect(await readiness.report()).toEqual({ ready: true, failing: ["consumers"] });
  });
});

describe("a check that never counts", () => {
  it("is named, and the process is ready", async () => {
    add("stream", "never");
    broken.add("stream");
    await failFor(HOLD_MS);
    expect(await readiness.report()).toEqual({ ready: true, failing: ["stream"] });
  });
});

describe("checks of which one must pass", () => {
  beforeEach(() => ["calc", "notify"].forEach((name) => void add(name, "any")));

  it("leave the process ready while one passes, and name the others", async () => {
    broken.add("calc");
    await failFor(HOLD_MS);
    expect(await readiness.report()).toEqual({ ready: true, failing: ["calc"] });
  });

  it("take the process away when none passes", async () => {
    broken.add("calc").add("notify");
    expect(await readiness.report()).toEqual({ ready: false, failing: ["calc", "notify"] });
  });

  it("do not replace another check", async () => {
    add("database");
    broken.add("database");
    expect((await readiness.report()).ready).toBe(false);
  });
});

it("a check that hangs is started again after ten seconds, and not by each probe", async () => {
  let started = 0;
  readiness.addCheck("slow", () => {
    started++;
    return new Promise(() => {});
  });
  await Promise.all([readiness.report(), readiness.report()]);
  expect(started).toBe(1);
  now += 10_000;
  expect(await readiness.report()).toEqual({ ready: false, failing: ["slow"] });
  expect(started).toBe(2);
});
