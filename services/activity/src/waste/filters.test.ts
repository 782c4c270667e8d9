import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { Matches } from "@emissions/kit/db/filter-hash";
import { newId } from "@emissions/kit/process/id";
import { enumText } from "@emissions/kit/wire/enum";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { WasteService, WasteStatus, WasteStatusSchema } from "@emissions/proto/activity/v1/waste_service";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actAs, activity, allTests, us } from "../activity.fixture.ts";
import { digestColumns, hashOf } from "../list/hash.ts";
import { facility, plant, withPlant } from "./waste.fixture.ts";

const ROWS = 1_200;
const HOUR_MS = 3_600_000;
const SIZE = 40;
const BEGIN = Date.parse("2025-03-01T00:00:00Z");
/** All wastes were made at one of these, a microsecond or more behind, and so many bounds are exact. */
const MOMENTS = Array.from({ length: 12 }, (_, n) => BEGIN + n * HOUR_MS + n);
const NAMES = ["Paper", "Glass", "Cartón", "carton", ""].map((name, n) => name || `Rare ${n}`);

interface Row {
  organizationId: string;
  id: string;
  facilityId: string;
  identificationName: string;
  startDate: string;
  status: string;
  co2e: string | null;
  /** Microseconds since 1970. */
  madeUs: number;
}

let rows: Row[];

const wastes = (as = us) => activity.as(as, WasteService);
const bound = fc.option(
  fc.tuple(fc.constantFrom(...MOMENTS), fc.constantFrom(-1, 0, 1, HOUR_MS)).map(([moment, off]) => moment + off),
  { nil: undefined },
);
const question = fc.record({
  from: bound,
  to: bound,
  status: fc.uniqueArray(fc.constantFrom(WasteStatus.LOADING, WasteStatus.ACTIVE, WasteStatus.ERROR)),
  co2eStatus: fc.constantFrom(Co2eStatus.UNSPECIFIED, Co2eStatus.CALCULATED, Co2eStatus.NOT_CALCULATED),
  identificationName: fc.uniqueArray(fc.constantFrom(...NAMES, "nobody"), { maxLength: 2 }),
  inPlant: fc.boolean(),
  includeChildren: fc.boolean(),
  /** Of the organizations, only this one. */
  only: fc.constantFrom<"us" | "below" | null>(null, null, "us", "below"),
  page: fc.constantFrom(1, 1, 2, 5),
  sort: fc.constantFrom<string[]>([], ["start_date"], ["-created_at"]),
});
type Ask = typeof question extends fc.Arbitrary<infer A> ? A : never;

/** All wastes of the facility. */
const ALL: Ask = {
  ...{ from: undefined, to: undefined, status: [], co2eStatus: Co2eStatus.UNSPECIFIED, identificationName: [] },
  ...{ inPlant: true, includeChildren: false, only: null, page: 1, sort: [] },
};

const textOf = (status: WasteStatus) => enumText(WasteStatusSchema, status);

/** Those whose wastes are asked for. */
const orgsOf = ({ includeChildren, only }: Ask) => [
  ...(only === "below" ? [] : [us.organizationId]),
  ...(includeChildren && only !== "us" ? us.descendants : []),
];

const sentOf = ({ from, to, inPlant, only, ...rest }: Ask) => ({
  ...rest,
  size: SIZE,
  ...(only && { organizationId: only === "us" ? [us.organizationId] : us.descendants }),
  ...(from !== undefined && { createdAtFrom: timestampFromMs(from) }),
  ...(to !== undefined && { createdAtTo: timestampFromMs(to) }),
  ...(inPlant && { facilityId: plant }),
});

/** The matching rows in order, computed without the code under test. */
function expected(ask: Ask): Row[] {
  const texts = ask.status.map(textOf);
  const orgs = orgsOf(ask);
  const found = rows.filter(
    (row) =>
      orgs.includes(row.organizationId) &&
      (ask.from === undefined || row.madeUs >= ask.from * 1_000) &&
      (ask.to === undefined || row.madeUs < (ask.to + 1) * 1_000) &&
      (texts.length === 0 || texts.includes(row.status)) &&
      (ask.co2eStatus === Co2eStatus.UNSPECIFIED ||
        (ask.co2eStatus === Co2eStatus.CALCULATED) === (row.co2e !== null)) &&
      (ask.identificationName.length === 0 || ask.identificationName.includes(row.identificationName)) &&
      (!ask.inPlant || row.facilityId === plant),
  );
  const keyOf = (row: Row) => (ask.sort[0] === "-created_at" ? row.id : `${row.startDate} ${row.id}`);
  const ascending = found.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return ask.sort[0] === "start_date" ? ascending : ascending.reverse();
}

/** Wastes of every kind; what loads waits with a mark, or in a job. */
async function fill(organizationId: string, plants: string[]): Promise<void> {
  const job = newId();
  const pick = <T>(from: readonly T[]) => from[Math.floor(Math.random() * from.length)]!;
  const made = Array.from({ length: ROWS }, (_, n) => {
    const status = pick(["loading", "active", "active", "active", "error"]);
    const madeUs = pick(MOMENTS) * 1_000 + pick([0, 1, 999, 1_000]);
    return {
      id: newId(Math.floor(madeUs / 1_000) + Math.floor((Math.random() - 0.5) * 1.9 * HOUR_MS)),
      madeUs,
      n,
      facilityId: pick(plants),
      identificationName: pick(NAMES),
      startDate: `2025-0${pick([1, 2, 3])}-1${pick([0, 1, 2])}`,
      status,
      waits: status === "loading" ? pick(["marked", "in a job", "both"]) : null,
    };
  });
  await activity.db.asService(organizationId, async ({ tx }) => {
    const each = tx`jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb) as r (id uuid, "madeUs" numeric, n int, "facilityId" uuid,
      "identificationName" text, "startDate" date, status text, waits text)`;
    await tx`
      insert into wastes (organization_id, id, facility_id, identification_name, start_date, end_date, base_quantity, unit_id,
        ler_code_id, calculation_status, calculation_error_code, co2e, created_at)
      select ${organizationId}, id, "facilityId", "identificationName", "startDate", "startDate", 1, id, id,
        case status when 'loading' then 'pending' when 'active' then 'calculated' else 'failed' end,
        case when status = 'error' then 'FACTOR_NOT_FOUND' end, case when status = 'active' then 1 end,
        '1970-01-01Z'::timestamptz + "madeUs" * interval '1 microsecond'
      from ${each}`;
    await tx`
      insert into pending_calculations (organization_id, entity_type, record_id, revision)
      select ${organizationId}, 'wastes', id, 1 from ${each} where waits <> 'in a job'`;
    await tx`
      insert into ingest_jobs (organization_id, id, entity_type, operation, source, total_items)
      values (${organizationId}, ${job}, 'wastes', 'create', 'app', ${ROWS})`;
    await tx`
      insert into ingest_job_items (organization_id, job_id, index, entity_id, revision, status)
      select ${organizationId}, ${job}, n, id, 1, case when waits is null then 'succeeded' else 'pending' end
      from ${each} where waits is distinct from 'marked'`;
  });
  rows.push(...made.map((row) => ({ ...row, organizationId, co2e: row.status === "active" ? "1" : null })));
}

describe("any filters of the list of wastes", () => {
  withPlant(allTests, async () => {
    const below = await activity.organization({ parentId: us.organizationId, accepted: true });
    actAs({ ...us, descendants: [below.organizationId] });
    rows = [];
    await fill(us.organizationId, [plant, await facility()]);
    await fill(below.organizationId, [await facility({ by: below })]);
  });
  const hash = async (ask: Ask, ids: string[]) => {
    const { from, to, inPlant } = ask;
    const [matches] = await activity.db.asService(
      us.organizationId,
      ({ tx }) => tx<[Matches]>`select ${digestColumns(tx, { version: undefined })} from unnest(${ids}::uuid[]) as id`,
    );
    const texts = {
      ...(from !== undefined && { createdAtFrom: new Date(from).toISOString() }),
      ...(to !== undefined && { createdAtTo: new Date(to).toISOString() }),
      ...(ask.status.length > 0 && { status: ask.status.map(textOf).sort() }),
      ...(ask.co2eStatus !== Co2eStatus.UNSPECIFIED && { co2eStatus: String(ask.co2eStatus) }),
      ...(ask.identificationName.length > 0 && { identificationName: ask.identificationName.toSorted() }),
      ...(inPlant && { facilityId: plant }),
    };
    const conditions = Object.entries(texts).map(([name, text]) => ({ name, text })) as never;
    return hashOf({ table: "wastes", orgs: orgsOf(ask), conditions }, matches);
  };

  it("find the same rows, in the same order, with the same numbers, as reading all rows one by one", async () => {
    await fc.assert(
      fc.asyncProperty(question, async (ask) => {
        const right = expected(ask).map(({ id }) => id);
        const found = await wastes().listWastes(sentOf(ask));
        expect(found.wastes.map(({ id }) => id)).toEqual(right.slice((ask.page - 1) * SIZE, ask.page * SIZE));
        expect(found.total).toBe(right.length);
        expect(found.filterHash).toBe(await hash(ask, right));
      }),
      { numRuns: 300 },
    );
  });

  it("leave to a search only what they find", async () => {
    const loading = { ...ALL, status: [WasteStatus.LOADING] };
    const right = expected({ ...loading, identificationName: ["Cartón", "carton"] }).map(({ id }) => id);
    const found = await wastes().listWastes({ ...sentOf(loading), search: "CARTÓN", size: 100 });
    expect(found.wastes.map(({ id }) => id)).toEqual(right.slice(0, 100));
  });

  it.each([
    ["made in an hour", { from: MOMENTS[3], to: MOMENTS[4] }],
    ["that wait", { status: [WasteStatus.LOADING] }],
    ["without a number, of a name", { co2eStatus: Co2eStatus.NOT_CALCULATED, identificationName: ["Glass"] }],
  ])("delete, with their hash, what they find: those %s", async (_, some) => {
    const ask: Ask = { ...ALL, ...some };
    const right = expected(ask).map(({ id }) => id);
    expect(right.length).toBeGreaterThan(0);
    const { page, size, sort, includeChildren, ...filters } = sentOf(ask);
    const { filterHash } = await wastes().listWastes(filters);
    const { deletion } = await wastes().deleteWastesByFilters({ ...filters, filterHash });
    expect(deletion!.successIds.toSorted()).toEqual(right.toSorted());
    rows = rows.filter(({ id }) => !right.includes(id));
    expect((await wastes().listWastes(filters)).wastes).toEqual([]);
  });
});
