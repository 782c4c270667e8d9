import { expect, it } from "vitest";
import { allMigrations, readReleased } from "./released-migrations.ts";

it("a released migration is neither edited nor removed", async () => {
  const digests = new Map((await allMigrations()).map(({ name, digest }) => [name, digest]));
  const changed = [...readReleased()].filter(([name, digest]) => digests.get(name) !== digest);
  expect(changed.map(([name]) => name)).toEqual([]);
});

it("each migration since the release says whether running processes of the release stay ready", async () => {
  const released = readReleased();
  const silent = (await allMigrations()).filter(({ name, isMarked }) => !released.has(name) && !isMarked);
  expect(
    silent.map(({ name }) => `${name}: begin with "-- migrate: compatible" or "-- migrate: incompatible"`),
  ).toEqual([]);
});
