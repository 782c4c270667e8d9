import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { checkId, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { EntityType, EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import type { LedgerService, ListLedgerEntriesRequest } from "@emissions/proto/calc/v1/ledger_service";
import type { GwpSet } from "@emissions/quantity/gases";
import type { Context } from "../context.ts";
import { holdingsOf, sliceOf } from "../inventory/holdings.ts";
import { earlierSeriesOf, selectSeriesImpacts } from "../total_impact/earlier-series.ts";
import { checkRange, gwpSetOf } from "../total_impact/handlers.ts";
import type { Series } from "../total_impact/series.ts";
import type { Slice } from "../total_impact/slices.ts";
import { apartEntry, entriesOf } from "./entries.ts";
import {
  countRecords,
  type LedgerQuery,
  selectApart,
  selectOrganization,
  selectRecords,
  selectSeries,
} from "./queries.ts";

/** Records of one answer. A record of 120 pieces with five parts has 600 rows. */
const RECORDS_MAX = 250;
/** Records are counted up to this number. */
const COUNTED_MAX = 50_001;

type Entries = ReturnType<typeof entriesOf>;

interface Ledger extends LedgerQuery {
  gwpSet: GwpSet | null;
  restated: boolean;
}

export const ledgerHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof LedgerService> => ({
  listLedgerEntries: (request, call) => {
    const { startDate, endDate, gwp, restated, entityType, includeChildren } = request;
    const range = { startDate, endDate };
    checkRange(range);
    const after = request.after || NIL_ID;
    refuse(checkId("after", after));
    const ledger = {
      range,
      entityType: kindOf(entityType),
      gwpSet: gwpSetOf(gwp),
      restated,
    };
    return db.read(
      call,
      async (tx, organizationId) => {
        const slices = slicesOf(request, organizationId);
        const orgs = [...slices.keys()];
        const first = await selectOrganization(tx, orgs, after);
        if (first === null && after !== NIL_ID)
          refuse([violation("after", "value_error", "not a record of the organization", "query")]);
        const page = await readPage(tx, slices, { ...ledger, first: first ?? "", after });
        if (after !== NIL_ID) return page;
        return { ...page, records: await countRecords(tx, orgs, { ...ledger, atMost: COUNTED_MAX }) };
      },
      { group: includeChildren },
    );
  },
});

const kindOf = (type: EntityType) => (type === EntityType.UNSPECIFIED ? null : enumText(EntityTypeSchema, type));

/** By organization, in the order of their ids. */
function slicesOf(request: ListLedgerEntriesRequest, organizationId: string): Map<string, Slice[]> {
  const slices = holdingsOf(request, organizationId).map(sliceOf);
  return new Map([...Map.groupBy(slices, (slice) => slice.organizationId)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface From {
  /** The organization of the record before, or "". */
  first: string;
  after: string;
}

/** Whole organizations, until enough records are read. */
async function readPage(tx: Tx, slices: Map<string, Slice[]>, { first, after, ...ledger }: Ledger & From) {
  const entries: Entries = [];
  let left = RECORDS_MAX;
  for (const [org, own] of slices) {
    if (org < first) continue;
    const records = await selectRecords(tx, org, { ...ledger, after: org === first ? after : NIL_ID, size: left });
    entries.push(...(await entriesOfRecords(tx, org, { records, slices: own, ledger })));
    if (records.length === left) return { entries, next: records.at(-1)!.recordId };
    left -= records.length;
    if (!ledger.restated && ledger.entityType === null) entries.push(...(await apartEntries(tx, own, ledger)));
  }
  return { entries, next: "" };
}

interface Page {
  records: Awaited<ReturnType<typeof selectRecords>>;
  slices: readonly Slice[];
  ledger: Ledger;
}

async function entriesOfRecords(tx: Tx, org: string, { records, slices, ledger }: Page): Promise<Entries> {
  const impacts = await selectSeriesImpacts(tx, org, records);
  const series = await seriesById(
    tx,
    org,
    impacts.map(({ masses }) => masses),
    earlierSeriesOf(impacts),
  );
  const byId = new Map(records.map((record) => [record.recordId, record]));
  return impacts.flatMap(({ masses }) => {
    const found = { record: byId.get(masses.recordId)!, impact: masses, series: series.get(masses.seriesId)! };
    return entriesOf(found, slices, ledger.gwpSet);
  });
}

async function apartEntries(tx: Tx, slices: readonly Slice[], { gwpSet }: Ledger): Promise<Entries> {
  const entries: Entries = [];
  for (const slice of slices) {
    const rows = await selectApart(tx, slice, gwpSet);
    const series = await seriesById(tx, slice.organizationId, rows);
    entries.push(...rows.map((row) => apartEntry(row, series.get(row.seriesId)!, slice)));
  }
  return entries;
}

/** The series of rows. Those that an earlier version did not store are given. */
async function seriesById(
  tx: Tx,
  org: string,
  rows: readonly { seriesId: string }[],
  earlier: readonly Series[] = [],
): Promise<ReadonlyMap<string, Series>> {
  const ids = [...new Set(rows.map(({ seriesId }) => seriesId))];
  const stored = ids.length === 0 ? [] : await selectSeries(tx, org, ids);
  return new Map([...earlier, ...stored].map((series) => [series.id, series]));
}
