import { expect, it } from "vitest";
import { repeat } from "./repeat.ts";

it("starts the first round when its caller has the returned object", async () => {
  const errors: unknown[] = [];
  const done = Promise.withResolvers<boolean>();
  const loop = repeat({
    everyMs: 60_000,
    work: async () => done.resolve(loop.stopping()),
    onError: (error) => {
      errors.push(error);
      done.resolve(true);
    },
  });
  expect(await done.promise).toBe(false);
  await loop.stop();
  expect(errors).toEqual([]);
});
