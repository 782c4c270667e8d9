import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { type FacilityRow, inserted, insertFacilities } from "./queries.ts";
import type { NewFacilityValues } from "./rules.ts";

/** In the order of the request; ids grow in this order. */
export function addFacilities(
  { tx, org, principal, send, about }: Write,
  facilities: readonly NewFacilityValues[],
): FacilityRow[] {
  const createdAt = new Date();
  const rows = facilities.map((values) => ({ ...values, id: newId(), uploadedBy: principal.userId, createdAt }));
  send(insertFacilities(tx, org, rows));
  for (const { id } of rows) about(id);
  return rows.map((row) => inserted(org, row));
}
