import { NIL_ID } from "@emissions/kit/process/id";
import { checkId } from "@emissions/kit/wire/checks";
import { type ListWastesRequest, WasteStatusSchema } from "@emissions/proto/activity/v1/waste_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import {
  anyCalculationState,
  anyId,
  anyText,
  calculated,
  endsByDay,
  type Filter,
  fromDay,
  fromInstant,
  toInstant,
} from "../list/filters.ts";
import type { List } from "../list/list.ts";

/** Codes have ids that follow from them, so a filter by code needs no catalogue. */
const idOfLer = (code: string) => catalogueId("ler", code.replaceAll(" ", ""));
const idOfRd = (code: string) => catalogueId("rd", code);

/** Any of some codes, of which the table has the ids. */
const anyCode = (column: string, idOf: (code: string) => string): Filter<string[]> => ({
  ...anyText(column),
  asked: (codes) => anyText(column).asked(codes.map((code) => code.replaceAll(" ", ""))),
  where: (tx, codes) => anyId(column).where(tx, codes.map(idOf)),
});

const inFacility: Filter<string> = {
  asked: (id) => id.toLowerCase() || null,
  where: (tx, id) => tx`facility_id = ${id}`,
  check: (name, id) => (id === "" ? [] : checkId(name, id).map((check) => ({ ...check, loc: ["query", name] }))),
};

export const wasteList: List<ListWastesRequest> = {
  table: "wastes",
  search: (tx) =>
    tx`plain_text(identification_name || chr(10) || coalesce(description, '') || chr(10) || coalesce(destination, ''))`,
  filters: {
    facilityId: inFacility,
    status: anyCalculationState("status", WasteStatusSchema, {
      waiting: "loading",
      failed: "error",
      succeeded: "active",
      reason: "error_code",
    }),
    startDate: fromDay("start_date"),
    endDate: endsByDay("end_date", "start_date"),
    fileId: anyId("file_id"),
    lerCode: anyCode("ler_code_id", idOfLer),
    rdCode: anyCode("waste_rd_code_id", idOfRd),
    identificationName: anyText("identification_name"),
    createdAtFrom: fromInstant("created_at"),
    createdAtTo: toInstant("created_at"),
    co2eStatus: calculated("co2e"),
  },
  pendingIndex: { entityType: "wastes", reason: "error_code" },
  order: [{ by: "start_date", descending: true }],
  // Ids are made in the order of time.
  sorts: { start_date: "start_date", created_at: "id" },
  values: {
    file_id: { none: NIL_ID, label: "file_name" },
    created_at: { column: (tx) => tx`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` },
    identification_name: {},
    // Ids here: who asks gets codes and names.
    ler_code: { column: "ler_code_id" },
    rd_code: { column: "waste_rd_code_id" },
  },
};
