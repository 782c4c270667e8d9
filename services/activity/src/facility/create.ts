import type { Write } from "@emissions/kit/db/transactions";
import { newRows } from "../records/new-rows.ts";
import { type FacilityRow, insertFacilities } from "./queries.ts";
import type { NewFacilityValues } from "./rules.ts";

const NEW = { co2e: "0", co2eBiomass: "0", updatedAt: null };

/** In the order of the request; ids grow in this order. */
export function addFacilities(write: Write, facilities: readonly NewFacilityValues[]): FacilityRow[] {
  const rows = newRows(write, facilities).map((row) => ({ ...row, ...NEW }));
  write.send(insertFacilities(write.tx, write.org, rows));
  for (const { id } of rows) write.about(id);
  return rows;
}
