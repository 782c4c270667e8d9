import { expect, it } from "vitest";
import { isTaken } from "./ports.ts";

type Setup = () => Promise<() => Promise<void>>;

it("stops the servers after the last project, also when the one that started them ends first", async () => {
  const { TEST_DATABASE_URL } = process.env;
  delete process.env.TEST_DATABASE_URL;
  try {
    const [first, second] = await Promise.all([setupOf("first"), setupOf("second")]);
    const stops = [await first(), await second()];
    const port = Number(new URL(process.env.TEST_DATABASE_URL!).port);
    await stops[0]!();
    expect(await isTaken(port)).toBe(true);
    await stops[1]!();
    expect(await isTaken(port)).toBe(false);
  } finally {
    process.env.TEST_DATABASE_URL = TEST_DATABASE_URL;
  }
});

/** A module of its own for each project, as in vitest. */
async function setupOf(project: string): Promise<Setup> {
  const { default: setup } = await import(/* @vite-ignore */ `./global-setup.ts?${project}`);
  return setup;
}
