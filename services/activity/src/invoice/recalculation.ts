import type { Tx, Write } from "@emissions/kit/db/transactions";
import { type Check, checkId, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { outOfRange } from "@emissions/kit/wire/errors";
import { InvoiceActivity, type RecalculateInvoicesRequest } from "@emissions/proto/activity/v1/invoice_service";
import { facilityOwner } from "../facility/owner.ts";
import { beginJob } from "../job/begin.ts";
import { announceStored } from "../records/announce.ts";
import { type Factors, pinOf } from "../records/custom-factors.ts";
import { selectInputs } from "../records/inputs.ts";
import { type InputCatalogues, tableOf } from "../records/kind.ts";
import { selectRecords } from "../records/table.ts";
import { invoices } from "./invoice.ts";
import type { InvoiceRow, InvoiceType } from "./row.ts";

const INVOICES_MAX = 1_000;

const { STATIONARY, STATIONARY_GENERATION, ELECTRICITY, ENERGY, RECHARGE, UNSPECIFIED } = InvoiceActivity;
const { ELECTRICITY_LOCATION_BASED, ELECTRICITY_GENERATION, ELECTRICITY_TRANSMISSION_AND_DISTRIBUTION } =
  InvoiceActivity;

const TABLE = tableOf(invoices);

/** The activities that can be recalculated, by type of invoice. */
const ACTIVITIES: Partial<Record<InvoiceType, readonly InvoiceActivity[]>> = {
  heat: [STATIONARY, STATIONARY_GENERATION, ENERGY],
  electricity: [
    ELECTRICITY,
    ELECTRICITY_LOCATION_BASED,
    ELECTRICITY_GENERATION,
    ELECTRICITY_TRANSMISSION_AND_DISTRIBUTION,
    ENERGY,
  ],
  recharge: [RECHARGE],
};

export function checkRequest({ invoiceIds, activityCategories }: RecalculateInvoicesRequest): void {
  const checks: Check[] = [
    ...(invoiceIds.length === 0 ? [missing("invoice_ids")] : []),
    ...(activityCategories.length === 0 ? [missing("activity_categories")] : []),
    ...(activityCategories.includes(UNSPECIFIED)
      ? [violation("activity_categories", "type_error.enum", "unknown")]
      : []),
  ];
  if (invoiceIds.length > INVOICES_MAX) {
    checks.push(violation("invoice_ids", "value_error.list.max_items", `at most ${INVOICES_MAX} ids`));
  }
  refuse(checks.length > 0 ? checks : invoiceIds.flatMap((id) => checkId("invoice_ids", id)));
}

/** Calculates the existing invoices again, in one new revision for all activities of the request. */
export async function recalculate(
  context: InputCatalogues,
  write: Write,
  { invoiceIds, activityCategories }: RecalculateInvoicesRequest,
  factors: Factors,
) {
  const { tx, org } = write;
  // Facilities before their invoices, in the order in which they are deleted.
  const seen = await selectRecords<InvoiceRow>(tx, org, TABLE, invoiceIds);
  await facilityOwner.lockLocations(
    tx,
    org,
    seen.map(({ facilityId }) => facilityId),
  );
  const rows = await selectRecords<InvoiceRow>(tx, org, TABLE, invoiceIds, "lock");
  checkTypes(rows, activityCategories);
  if (rows.length === 0) return { invoiceIds: [], count: 0, processingJobIds: [] };
  await updatePins(tx, org, rows, factors);
  const items = rows.map(({ id, revision }) => ({ entityId: id, revision: revision + 1 }));
  const jobs: string[] = [];
  for (const _activity of new Set(activityCategories)) {
    jobs.push((await beginJob(write, { entityType: TABLE, operation: "recalculate", items })).id);
  }
  const ids = rows.map(({ id }) => id);
  for (const id of ids) write.about(id);
  announceStored(write, await selectInputs(context, invoices, { tx, org, ids }));
  return { invoiceIds: ids, count: ids.length, processingJobIds: jobs };
}

function checkTypes(rows: readonly InvoiceRow[], activities: readonly InvoiceActivity[]): void {
  const types = [...new Set(rows.map(({ type }) => type))];
  if (types.length > 1) {
    throw outOfRange("MIXED_INVOICE_TYPES", `Invoices of one type at a time, not of ${types.join(" and ")}.`);
  }
  const [type] = types;
  if (type === undefined) return;
  const known = ACTIVITIES[type];
  if (known === undefined) {
    throw outOfRange("UNSUPPORTED_INVOICE_TYPE", `Invoices of type ${type} are not recalculated.`);
  }
  if (activities.some((activity) => !known.includes(activity))) {
    throw outOfRange("ACTIVITY_CATEGORY_MISMATCH", `Invoices of type ${type} do not have all of these categories.`);
  }
}

/**
 * Emissions and status stay until the new result arrives. The current revision of a custom factor prices the invoice;
 * a deleted or disabled factor, or one of another unit, keeps its pinned revision.
 */
const updatePins = (tx: Tx, org: string, rows: readonly InvoiceRow[], factors: Factors) => {
  const pins = rows.map((row) => (isInForce(row, factors) ? pinOf(row, factors) : row));
  return tx`
    update invoices i set revision = i.revision + 1, calculation_version = 0,
      calculation_status = case i.calculation_status when 'failed' then 'failed' else 'pending' end,
      custom_factor_owner_id = r.owner, custom_factor_revision = r.factor_revision
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${pins.map(({ customFactorOwnerId }) => customFactorOwnerId)}::uuid[],
      ${pins.map(({ customFactorRevision }) => customFactorRevision)}::int[]) as r (id, owner, factor_revision)
    where i.organization_id = ${org} and i.id = r.id`;
};

function isInForce({ customEfRecordId, customEmissionFactorId: group, unitId }: InvoiceRow, factors: Factors): boolean {
  if (customEfRecordId !== null) {
    const record = factors.records.get(customEfRecordId);
    return record?.enabled === true && record.unitId === unitId;
  }
  const found = group === null ? undefined : factors.groups.get(group);
  return found?.found === true && !found.deleted;
}
