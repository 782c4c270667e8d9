import { newId } from "@emissions/kit/process/id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../../catalogue/seeded.fixture.ts";
import {
  as,
  type GroupFactorFields,
  group,
  groupFactor,
  type RevisionFields,
  record,
  selectionClient,
  user,
} from "./custom.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: ReturnType<typeof selectionClient>;
const ours = newId();
const unit = (code: string) => seeded.snapshot.unitsByCode.get(code)!.id;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = selectionClient(seeded);
});
afterAll(() => seeded.database.drop());

const DAY = "2024-05-17";

type Kind =
  | { case: "customRecord"; value: { recordId: string } }
  | { case: "customGroup"; value: { groupId: string; unitMustMatch: boolean } };
async function resolve(kind: Kind) {
  const selections = [{ selector: { kind }, unitId: unit("kg"), referenceDate: DAY }];
  const { resolutions } = await client.resolveFactors({ selections }, as(user(ours)));
  return resolutions[0]!;
}

describe("a custom record is valid until", () => {
  const gases = { co2e: "3", co2: "2" };

  it.each<{ what: string; revision: Partial<RevisionFields>; until: string }>([
    { what: "the end of the year without an end", revision: {}, until: "2024-12-31" },
    { what: "the end of the year before a later end", revision: { endDate: "2027-03-31" }, until: "2024-12-31" },
    { what: "its end", revision: { endDate: "2024-08-31" }, until: "2024-08-31" },
    { what: "its end on the same day", revision: { endDate: DAY }, until: DAY },
    {
      what: "the first end of its gases",
      revision: { tag: "full", gases, days: { co2: ["2020-01-01", "2024-06-30"] } },
      until: "2024-06-30",
    },
    {
      what: "the day before another gas starts",
      revision: { tag: "full", gases, days: { co2: ["2024-10-01", null] } },
      until: "2024-09-30",
    },
    {
      what: "the end of the year after a gas has ended",
      revision: { tag: "full", gases, days: { co2: ["2020-01-01", "2024-01-31"] } },
      until: "2024-12-31",
    },
  ])("$what", async ({ revision, until }) => {
    const recordId = await record(seeded.db, ours, [{ unitId: unit("kg"), ...revision }]);
    const { failureCode, validUntil, fitness } = await resolve({ case: "customRecord", value: { recordId } });
    expect([failureCode, validUntil, fitness?.origin, fitness?.proxy]).toEqual(["", until, undefined, false]);
  });
});

describe("a custom group is valid until", () => {
  it.each<{ what: string; factors: Partial<GroupFactorFields>[]; endDate?: string; until: string }>([
    { what: "the end of the year", factors: [{}], until: "2024-12-31" },
    { what: "the end of its factor", factors: [{ endDate: "2024-09-30" }], until: "2024-09-30" },
    { what: "its own end", factors: [{ endDate: "2024-09-30" }], endDate: "2024-07-31", until: "2024-07-31" },
    {
      what: "the day before a later factor takes over",
      factors: [{}, { startDate: "2024-07-01" }],
      until: "2024-06-30",
    },
    {
      what: "the end of the year, because a disabled factor never takes over",
      factors: [{}, { startDate: "2024-07-01", enabled: false }],
      until: "2024-12-31",
    },
    {
      what: "the end of the year, because an earlier factor never takes over",
      factors: [{ startDate: "2024-02-01" }, { startDate: "2023-01-01", endDate: "2024-06-30" }],
      until: "2024-12-31",
    },
  ])("$what", async ({ factors, endDate = null, until }) => {
    const groupId = await group(seeded.db, ours, { endDate });
    for (const factor of factors) await groupFactor(seeded.db, ours, groupId, { unitId: unit("kg"), ...factor });
    const answer = await resolve({ case: "customGroup", value: { groupId, unitMustMatch: false } });
    expect([answer.failureCode, answer.validUntil]).toEqual(["", until]);
  });

  it.each([
    { unitMustMatch: true, until: "2024-12-31" },
    { unitMustMatch: false, until: "2024-06-30" },
  ])("a factor of another unit takes over, where the unit need not match: $unitMustMatch", async (selector) => {
    const groupId = await group(seeded.db, ours);
    await groupFactor(seeded.db, ours, groupId, { unitId: unit("kg") });
    await groupFactor(seeded.db, ours, groupId, { unitId: unit("t"), startDate: "2024-07-01" });
    const { unitMustMatch, until } = selector;
    expect((await resolve({ case: "customGroup", value: { groupId, unitMustMatch } })).validUntil).toBe(until);
  });
});

it.each([
  { code: "kg", takenAsIs: false },
  { code: "t", takenAsIs: false },
  { code: "kWh", takenAsIs: true },
])("a group's factor per $code marks a quantity in kilograms as taken as it is: $takenAsIs", async (each) => {
  const groupId = await group(seeded.db, ours);
  await groupFactor(seeded.db, ours, groupId, { unitId: unit(each.code) });
  const { fitness } = await resolve({ case: "customGroup", value: { groupId, unitMustMatch: false } });
  expect(fitness?.unitTakenAsIs).toBe(each.takenAsIs);
});
