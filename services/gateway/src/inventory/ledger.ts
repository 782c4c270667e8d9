import { unprocessable } from "@emissions/kit/wire/errors";
import { presentField } from "@emissions/kit/wire/present";
import { EvidenceService } from "@emissions/proto/activity/v1/evidence_service";
import { OwnershipService } from "@emissions/proto/activity/v1/ownership_service";
import {
  type LedgerEntry,
  LedgerFormat,
  LedgerService,
  type ListLedgerEntriesRequest,
  type ListLedgerEntriesResponse,
} from "@emissions/proto/calc/v1/ledger_service";
import { type ExportColumn, type Item, type Row, textAt } from "../exports/columns.ts";
import { CSV_TYPE, csv } from "../exports/csv.ts";
import type { Caller } from "../rest/call.ts";
import type { Content } from "../rest/content.ts";
import { workbook, XLSX_TYPE } from "../xlsx/workbook.ts";

const { listLedgerEntries } = LedgerService.method;
const { getBoundary } = OwnershipService.method;
const { lookUpEvidence } = EvidenceService.method;

/** A sheet has 1,048,576 rows, and a record may have many. */
const SHEET_RECORDS_MAX = 50_000;
/** Answers of one file: ten million records. */
const PAGES_MAX = 40_000;
/** The longest file. A client continues it with `after`. */
const LEDGER_MS_MAX = 30 * 60_000;
/** In characters. */
const COLUMN_WIDTH = 20;
/** Ids of one question for evidence. */
const EVIDENCE_MAX = 1_000;

const text = (key: string): ExportColumn => ({ key, type: "text" });
const number = (key: string): ExportColumn => ({ key, type: "number" });
const day = (key: string): ExportColumn => ({ key, type: "date" });

/** New columns are only appended. */
const COLUMNS: readonly ExportColumn[] = [
  ...["organization_id", "organization", "record_id", "external_id", "entity_type"].map(text),
  number("record_revision"),
  text("part"),
  ...["start_date", "end_date"].map(day),
  number("scope"),
  ...["category", "ghg_category"].map(text),
  ...["share", "co2e", "co2e_market_based", "co2e_location_based", "biogenic_co2"].map(number),
  ...["gwp_set", "method", "factor_id"].map(text),
  number("factor_revision"),
  ...["factor_name", "source", "region"].map(text),
  number("year"),
  ...["marks", "facility_id", "file_id", "file_name", "file_url"].map(text),
];

/** The file. Refusals come before its first piece. */
export async function ledgerFile(call: Caller, request: ListLedgerEntriesRequest): Promise<Content> {
  const { startDate, endDate, includeChildren, boundary: approach } = request;
  const { holdings } = await call(getBoundary, { startDate, endDate, includeChildren, approach });
  const asked = { ...request, holdings };
  const first = await call(listLedgerEntries, asked);
  const isSheet = request.format === LedgerFormat.XLSX;
  if (isSheet && first.records > SHEET_RECORDS_MAX)
    throw unprocessable("TOO_MANY_ROWS", `A sheet has at most ${SHEET_RECORDS_MAX} records. Use csv.`);
  const names = new Map(holdings.map(({ organizationId, name }) => [organizationId, name]));
  const rows = rowsOf(call, asked, { first, names });
  return {
    name: `ledger-${startDate}-${endDate}.${isSheet ? "xlsx" : "csv"}`,
    type: isSheet ? XLSX_TYPE : CSV_TYPE,
    pieces: () => (isSheet ? sheet(rows) : csv(COLUMNS, rows)),
  };
}

/** Numbers stay numbers, so that a spreadsheet adds them. The file has all digits; programs show 15. */
const sheet = (rows: AsyncIterable<Row[]>) =>
  workbook({
    name: "ledger",
    columns: COLUMNS.map(({ key, type }) => ({ title: key, type, width: COLUMN_WIDTH })),
    rows,
  });

interface Begun {
  first: ListLedgerEntriesResponse;
  /** Of organizations, by id. */
  names: ReadonlyMap<string, string>;
}

async function* rowsOf(call: Caller, asked: ListLedgerEntriesRequest, { first, names }: Begun): AsyncGenerator<Row[]> {
  const end = performance.now() + LEDGER_MS_MAX;
  let page = first;
  for (let number = 1; ; number += 1) {
    const evidence = await evidenceOf(call, page.entries);
    const items = presentField(listLedgerEntries.output, page, "entries") as Item[];
    yield items.map((item) => {
      const more = {
        organization: names.get(item.organization_id as string),
        ...evidence.get(item.record_id as string),
      };
      return COLUMNS.map((column) => textAt({ ...item, ...more }, column));
    });
    if (page.next === "") return;
    if (number === PAGES_MAX || performance.now() > end)
      throw new Error("A ledger has too many pages or takes too long.");
    page = await call(listLedgerEntries, { ...asked, after: page.next });
  }
}

/** The documents of the records, by their ids. */
async function evidenceOf(call: Caller, entries: readonly LedgerEntry[]): Promise<ReadonlyMap<string, Item>> {
  const types = new Map(entries.flatMap(({ recordId, entityType }) => (recordId ? [[recordId, entityType]] : [])));
  const records = [...types].map(([recordId, entityType]) => ({ recordId, entityType }));
  if (records.length > EVIDENCE_MAX) throw new Error("An answer has too many records.");
  if (records.length === 0) return new Map();
  const reply = await call(lookUpEvidence, { records });
  const items = presentField(lookUpEvidence.output, reply, "records") as Item[];
  return new Map(items.map((item) => [item.record_id as string, item]));
}
