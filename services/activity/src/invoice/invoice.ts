import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { type Check, missing, violation } from "@emissions/kit/wire/checks";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import * as proto from "@emissions/proto/activity/v1/invoice_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { adaptMatches } from "../coverage/adapt.ts";
import { facilityOwner } from "../facility/owner.ts";
import { anyId, anyOf, calculated, endsByDay, type Filter, fromDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import type { RecordColumn } from "../records/columns.ts";
import { hasOwnFactor } from "../records/custom-factors.ts";
import { kindOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { CALCULATION_FAILED } from "../records/view.ts";
import { keepShares } from "./deleted-shares.ts";
import { toInput } from "./input.ts";
import { checkReferences, libraryKeysOf, lookUpReferences } from "./references.ts";
import { selectRelated } from "./related.ts";
import type { Invoice, InvoiceRow, InvoiceType } from "./row.ts";
import { amountOf, checkProduct, checkRetained, selectFacilityNames, toShares } from "./shares.ts";

const COLUMNS: readonly RecordColumn[] = [
  { name: "held_status", key: "heldStatus", type: "text" },
  { name: "source_invoice_id", key: "sourceInvoiceId", type: "uuid" },
  { name: "percentage", key: "percentage", type: "numeric" },
  { name: "company_name", key: "companyName", type: "text" },
  { name: "quantity", key: "quantity", type: "numeric" },
  // Keys of the library are stored, so that sweeps announce invoices without calls of the factors service.
  { name: "fuel_category", key: "fuelCategory", type: "text" },
  { name: "fuel_key", key: "fuelKey", type: "text" },
  { name: "supplier_key", key: "supplierKey", type: "text" },
  { name: "invofox_id", key: "invofoxId", type: "uuid" },
];

/** The category that a custom record must have. */
const CUSTOM_CATEGORY: Record<InvoiceType, string> = {
  heat: "stationary",
  electricity: "electricity",
  water: "water",
  recharge: "recharge",
  process: "process",
};
/** Types that are priced by fuel or gas. */
const FUELLED: ReadonlySet<InvoiceType> = new Set(["heat", "recharge", "process"]);

const { ACTIVE, UPLOADED, REVIEW, INACTIVE } = proto.InvoiceStatus;
const SETTABLE: readonly proto.InvoiceStatus[] = [ACTIVE, UPLOADED, REVIEW, INACTIVE];

const isCounted = ({ heldStatus }: Pick<Invoice, "heldStatus">) => heldStatus !== "inactive";

/** `co2e` stays while a recalculation is pending, and so does the status. */
const statusColumn = (tx: Tx) => tx`coalesce(held_status::text, case when co2e is not null then 'active'
  when calculation_status = 'pending' then 'loading' else 'error' end)`;

function statusOf({ heldStatus, co2e, calculationStatus }: InvoiceRow): string {
  if (heldStatus !== null) return heldStatus;
  if (co2e !== null) return "active";
  return calculationStatus === "pending" ? "loading" : "error";
}

const byStatus = anyOf(statusColumn, proto.InvoiceStatusSchema);
/** An index has the failed invoices. */
const anyInvoiceStatus: Filter<number[]> = {
  ...byStatus,
  where: (tx, sent) =>
    sent.every((status) => status === proto.InvoiceStatus.ERROR)
      ? tx`calculation_error_code is not null and held_status is null`
      : byStatus.where(tx, sent),
};

export const invoices = kindOf({
  entityType: EntityType.INVOICES,
  values: proto.InvoiceValuesSchema,
  dependants: [{ table: "certificate_matches", column: "invoice_id" }],
  columns: COLUMNS,
  owner: facilityOwner,
  counted: {
    where: (tx) => tx`held_status is distinct from 'inactive'`,
    is: (row) => isCounted(row as Invoice),
  },
  removal: { next: (write, gone) => keepShares(write, gone as readonly InvoiceRow[]) },
  defaults: () => ({ percentage: "1", companyName: null, heldStatus: null, invofoxId: null }),
  recalculateOn: () => [
    "facilityId",
    "startDate",
    "endDate",
    "baseQuantity",
    "retainedQuantity",
    "unitId",
    "facilityFuelId",
    "supplierId",
    "calorificBasis",
  ],
  customFactor: { category: ({ type }: Invoice) => CUSTOM_CATEGORY[type] },
  checkValues: (invoice: Invoice, _, passed) => [
    ...checkSource(invoice),
    ...checkProduct(invoice, passed),
    ...checkRetained(invoice, passed),
  ],
  checkLookups: checkReferences,
  lookUp: lookUpReferences,
  derive: (invoice, references) => ({
    ...libraryKeysOf(invoice, references),
    sourceInvoiceId: invoice.sourceInvoiceId ?? newId(),
    quantity: amountOf(invoice),
  }),
  input: toInput,
  selectRelated,
  adapt: (invoices, { related: { matches }, units, locationFor }) =>
    adaptMatches({
      invoices,
      matches,
      units,
      countryOf: (invoice) => locationFor(invoice as InvoiceRow).country,
    }),
  view: (row, { units, shares, facilityNames }) => ({
    startDate: midnight(row.startDate),
    endDate: midnight(row.endDate),
    status: enumNumber(proto.InvoiceStatusSchema, statusOf(row)),
    quantity: { value: row.quantity },
    percentage: { value: row.percentage },
    unit: units.get(row.unitId)?.unit,
    originalQuantity: { value: row.baseQuantity },
    originalUnitId: row.unitId,
    invofoxId: row.invofoxId ?? undefined,
    sourceInvoiceId: row.sourceInvoiceId,
    enabled: isCounted(row),
    facilityPercentages: toShares(row, shares, facilityNames),
    errorMessages: row.calculationStatus === "failed" ? [CALCULATION_FAILED] : [],
  }),
  list: {
    search: "search_text",
    filters: {
      ...commonFilters,
      type: anyOf("type", proto.InvoiceTypeSchema),
      status: anyInvoiceStatus,
      facilityId: anyId("facility_id"),
      startDate: fromDay("start_date"),
      endDate: endsByDay("end_date", "start_date"),
      co2eStatus: calculated("co2e"),
    } satisfies ListFilters<proto.InvoiceFilter>,
    day: "start_date",
    values: {
      type: {},
      status: { column: statusColumn },
      facility_id: { labels: selectFacilityNames },
    },
  },
});

function checkSource(invoice: Invoice): Check[] {
  const { type, facilityFuelId } = invoice;
  const isPriced = facilityFuelId !== null || hasOwnFactor(invoice);
  return FUELLED.has(type) && !isPriced ? [missing("facility_fuel_id")] : [];
}

export function checkStatus(sent: proto.InvoiceStatus): Check[] {
  if (SETTABLE.includes(sent)) return [];
  const allowed = SETTABLE.map((status) => enumText(proto.InvoiceStatusSchema, status)).join(", ");
  return [violation("status", "type_error.enum", `value is not one of: ${allowed}`)];
}

export const heldStatusOf = (sent: proto.InvoiceStatus): string | null =>
  sent === ACTIVE ? null : enumText(proto.InvoiceStatusSchema, sent);

/** The public contract shows the days of invoices as local times. */
const midnight = (day: string) => `${day}T00:00:00`;
