import type { Tx, Write } from "@emissions/kit/db/transactions";
import { unprocessable } from "@emissions/kit/wire/errors";
import { announceStored } from "../records/announce.ts";
import { subtractFromOwners } from "../records/delete.ts";
import { inputsOf, selectInputs } from "../records/inputs.ts";
import { type InputCatalogues, type RecordInput, type StoredRecord, tableOf } from "../records/kind.ts";
import { type Results, refuseUnfit } from "../records/record-write.ts";
import { selectRecords } from "../records/table.ts";
import { selectSaleIds } from "./period-queries.ts";
import { soldProductSales } from "./sold_product_sale.ts";

/** Sales that one request moves with their period. */
const MOVED_MAX = 5_000;

interface Move {
  periodId: string;
  days: { startDate: string; endDate: string };
}

/** The inputs that the sales of a period will have. */
export async function movedInputs(
  context: InputCatalogues,
  { tx, org }: Pick<Write, "tx" | "org">,
  { periodId, days }: Move,
): Promise<RecordInput[]> {
  const rows = (await selectSales(tx, org, periodId)).map((row) => ({
    ...row,
    ...days,
    revision: row.revision + 1,
  }));
  return inputsOf(context, soldProductSales, { tx, org }, rows, { isLocked: false });
}

/**
 * Gives the sales of a locked period its new days and calculates them again. Days and revision change in one statement,
 * so that locked periods are compared with the old and the new days.
 */
export async function moveSales(
  context: InputCatalogues,
  write: Write,
  { periodId, days }: Move,
  results: Results,
): Promise<void> {
  const { tx, org } = write;
  const held = await selectSales(tx, org, periodId, "lock");
  if (held.length === 0) return;
  await tx`
    update sold_product_sales set start_date = ${days.startDate}, end_date = ${days.endDate}, revision = revision + 1,
      calculation_version = 0, calculation_status = 'pending', calculation_error_code = null,
      calculation_error_detail = null, co2e = null, co2e_biomass = null, fitness = null, updated_at = now()
    where organization_id = ${org} and period_id = ${periodId}`;
  await subtractFromOwners(write, soldProductSales, held);
  const ids = held.map(({ id }) => id);
  const inputs = await selectInputs(context, soldProductSales, { tx, org, ids });
  refuseUnfit(results, inputs);
  announceStored(write, inputs);
}

async function selectSales(tx: Tx, org: string, periodId: string, lock?: "lock") {
  const ids = await selectSaleIds(tx, org, { periodId, limit: MOVED_MAX + 1 });
  if (ids.length > MOVED_MAX) throw unprocessable("TOO_MANY_ROWS", `More than ${MOVED_MAX} sales in the period.`);
  return ids.length === 0 ? [] : selectRecords<StoredRecord>(tx, org, tableOf(soldProductSales), ids, lock);
}
