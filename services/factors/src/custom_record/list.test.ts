import {
  GasType,
  type ListCustomRecordsRequest,
  RecordSort,
  RecordTag,
  SortOrder,
} from "@emissions/proto/factors/v1/custom_database_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Factors, startFactors } from "../factors.fixture.ts";
import { advanced, full, gas, KG, KWH, simple, version } from "./record.fixture.ts";

let factors: Factors;
let ours: Awaited<ReturnType<typeof version>>;

const { CO2E, CO2, CH4, N2O } = GasType;

/** By letter; ids ascend in this order. */
const RECORDS = {
  b: { ...simple, name: "beta", activityCategories: ["wastes", "energy"], factors: [gas(CO2E, "10")] },
  a: { ...simple, name: "Álpha", activityCategories: ["stationary"], unitId: KWH, factors: [gas(CO2E, "9.5")] },
  d: {
    ...advanced,
    name: "Delta",
    activityCategories: ["process", "electricity"],
    factors: [gas(CO2, "3"), gas(CH4, "0.1"), gas(N2O, "20")],
  },
  c: {
    ...full,
    name: "charlie 100%",
    factors: [gas(CO2E, "100"), gas(CO2, "20"), gas(CH4, "0.02"), gas(N2O, "3")],
  },
  e: { ...simple, name: "beta", tag: RecordTag.SIMPLE, factors: [gas(CO2E, "9.50")] },
};
const letters = new Map<string, string>();

beforeAll(async () => {
  factors = await startFactors();
  ours = await version(factors);
  for (const [letter, values] of Object.entries(RECORDS)) letters.set((await ours.add(values)).id, letter);
  const attached = [...letters].filter(([, letter]) => letter === "d" || letter === "b");
  for (const [recordId] of attached) {
    const fileId = factors.store.add(ours.us.organizationId, "proof.pdf");
    await ours.databases.attachEvidence({ ...ours.path, recordId, fileIds: [fileId] });
  }
});
afterAll(() => factors.drop());

async function listed(request: Partial<Omit<ListCustomRecordsRequest, "$typeName">> = {}) {
  const { records } = await ours.databases.listCustomRecords({ ...ours.path, ...request });
  return records.map(({ id }) => letters.get(id)).join("");
}

describe("ListCustomRecords", () => {
  it.each([
    { by: "UNSPECIFIED", asc: "abecd", desc: "dcbea" },
    { by: "NAME", asc: "abecd", desc: "dcbea" },
    { by: "CATEGORY", asc: "dbace", desc: "eacbd" },
    { by: "UNIT_ID", asc: "bdcea", desc: "abdce" },
    { by: "CO2E", asc: "aebcd", desc: "cbaed" },
    { by: "CO2", asc: "dcbae", desc: "cdbae" },
    { by: "CH4", asc: "cdbae", desc: "dcbae" },
    { by: "N2O", asc: "cdbae", desc: "dcbae" },
    { by: "HAS_ATTACHMENTS", asc: "acebd", desc: "bdace" },
  ] as const)("sorts by $by, ties by id and what has no value last", async ({ by, asc, desc }) => {
    const sortBy = RecordSort[by];
    expect(KG < KWH).toBe(true);
    expect(await listed({ sortBy })).toBe(asc);
    expect(await listed({ sortBy, sortOrder: SortOrder.ASC })).toBe(asc);
    expect(await listed({ sortBy, sortOrder: SortOrder.DESC })).toBe(desc);
  });

  it("searches names without case and accents, and has no wildcards", async () => {
    expect(await listed({ search: "ALPHA" })).toBe("a");
    expect(await listed({ search: "áLp" })).toBe("a");
    expect(await listed({ search: "BETA" })).toBe("be");
    expect(await listed({ search: "%" })).toBe("c");
    expect(await listed({ search: "\\" })).toBe("");
  });

  it("returns the page of the given offset and limit", async () => {
    const { records, total } = await ours.databases.listCustomRecords({ ...ours.path, offset: 1, limit: 2 });
    expect([records.map(({ id }) => letters.get(id)).join(""), total]).toEqual(["be", 5]);
    const found = await ours.databases.listCustomRecords({ ...ours.path, search: "beta", limit: 1 });
    expect([found.records.length, found.total]).toEqual([1, 2]);
    expect(await listed({ offset: 5 })).toBe("");
    const { violations } = await refusalOf(ours.databases.listCustomRecords({ ...ours.path, limit: 201 }));
    expect(violations).toEqual(["query.limit value_error.number.not_le"]);
  });

  it("uses the current revision, also for search and sort", async () => {
    const theirs = await version(factors);
    const [first, second] = [
      await theirs.add({ ...simple, name: "one" }),
      await theirs.add({ ...simple, name: "two" }),
    ];
    await theirs.change(first.id, { name: "zero", factors: [gas(CO2E, "99")] }, ["name", "factors"]);
    const { records } = await theirs.databases.listCustomRecords({ ...theirs.path, sortBy: RecordSort.CO2E });
    expect(records.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(records[1]).toMatchObject({ name: "zero", revision: 2, factors: [{ formula: "x * 99" }] });
    expect((await theirs.databases.listCustomRecords({ ...theirs.path, search: "one" })).total).toBe(0);
  });

  it("lists a version with the most records right after the inserts, and rejects one more", async () => {
    const theirs = await version(factors);
    const { organizationId: org } = theirs.us;
    await factors.db.asService(org, async ({ tx }) => {
      await tx`
        insert into custom_records (organization_id, id, version_id, concept_id, revision)
        select ${org}, gen_random_uuid(), ${theirs.path.sourceId}, gen_random_uuid(), 1 from generate_series(1, 20000)`;
      await tx`
        insert into custom_record_revisions (organization_id, record_id, revision, name, unit_id, tag,
          activity_categories, enabled, is_biogenic, uncertainty_grade)
        select ${org}, id, 1, 'n' || id, ${KG}, 'simple', array['wastes'], true, false, 0
        from custom_records where organization_id = ${org}`;
      await tx`
        insert into custom_record_factors (organization_id, record_id, revision, gas, id, value, start_date)
        select ${org}, id, 1, 'co2e', gen_random_uuid(), random()::numeric, '1970-01-01'
        from custom_records where organization_id = ${org}`;
    });
    const page = { ...theirs.path, offset: 19_800, limit: 200, sortBy: RecordSort.CO2E };
    const { records, total } = await theirs.databases.listCustomRecords(page);
    expect([records.length, total]).toEqual([200, 20_000]);
    expect(await refusalOf(theirs.add())).toMatchObject({ code: "CUSTOM_RECORD_LIMIT_REACHED" });
  });
});
