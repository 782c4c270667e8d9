import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import * as proto from "@emissions/proto/activity/v1/purchase_service";
import { CalculationStatusSchema } from "@emissions/proto/activity/v1/record";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import type { SectorEdition } from "@emissions/proto/factors/v1/sector_service";
import { FactorMethod, FactorMethodSchema } from "@emissions/proto/factors/v1/selection_service";
import { anyId, anyOf, anyOfOrFailed, anyStatus, anyText, calculated, fromDay, toDay } from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import type { ValuesOf } from "../records/columns.ts";
import { factorSelector, hasOwnFactor, toGroup } from "../records/custom-factors.ts";
import { activityOf } from "../records/inputs.ts";
import {
  type CheckContext,
  type Failure,
  kindOf,
  type Lookups,
  type RelatedPurpose,
  type StoredRecord,
} from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { toDecimal } from "../records/view.ts";
import { editionOf } from "../sector-edition.ts";
import { type SupplierRow, selectSuppliersById, toSupplier } from "../supplier/queries.ts";

type Purchase = ValuesOf<proto.PurchaseValues>;
type PurchaseRow = Purchase & StoredRecord & { exchangeRateToEur: string | null; exchangeRateDate: string | null };

/** The suppliers that purchases refer to, by id. */
interface Suppliers {
  suppliers: ReadonlyMap<string, SupplierRow>;
}

/** Editions of NACE of the sector and of the supplier's code. */
interface Editions {
  sectorEdition?: SectorEdition;
  supplierSectorEdition?: SectorEdition;
}

const AMOUNT = ["quantity", "unitId", "nonCurrencyQuantity", "nonCurrencyUnitId", "purchaseDate"] as const;

export const purchases = kindOf({
  entityType: EntityType.PURCHASES,
  values: proto.PurchaseValuesSchema,
  counted: { where: (tx) => tx`status <> 'inactive'`, is: (row) => (row as Purchase).status !== "inactive" },
  defaults: () => ({ purchaseType: "spend_based", status: "active", frequency: "once" }),
  // Sector and supplier select a factor of the library. Another one may give the same input, but can end a failure.
  recalculateOn: (purchase: Purchase & Failure) => [
    ...AMOUNT,
    ...(isOfLibrary(purchase) && purchase.calculationErrorCode !== null
      ? (["sector", "sectorEdition", "supplierId"] as const)
      : []),
  ],
  customFactor: { category: () => "purchases" },
  ambiguities: { SECTOR_AMBIGUOUS: "sector" },
  showsErrorCode: true,
  columns: [
    {
      name: "exchange_rate_to_eur",
      key: "exchangeRateToEur",
      type: "numeric",
      of: ({ exchangeRate }) => exchangeRate?.rate?.value ?? null,
    },
    {
      name: "exchange_rate_date",
      key: "exchangeRateDate",
      type: "date",
      of: ({ exchangeRate }) => exchangeRate?.rateDate ?? null,
    },
    {
      name: "purchase_type",
      key: "purchaseType",
      type: "text",
      of: methodOf,
      // The method that was sent stays beside a custom group only.
      set: "case when w.custom_emission_factor_id is null then coalesce(r.purchase_type, w.purchase_type) else w.purchase_type end",
    },
  ],
  checkValues: (purchase: Purchase, { suppliers }: Suppliers) => [
    ...checkAmountPair(purchase),
    ...checkSupplier(purchase, suppliers),
  ],
  checkLookups: (purchase, lookups: Lookups, { org }: CheckContext) => [
    ...checkUnits(purchase, lookups),
    ...checkGroup(purchase, lookups, org),
    ...checkRecordUnit(purchase, lookups),
  ],
  selectRelated,
  // The factor that priced a purchase decides about its method, unless it is of a group.
  keepOnChange: (before, after) =>
    before.calculationStatus === "calculated" && after.customEmissionFactorId === null
      ? { purchaseType: before.purchaseType }
      : {},
  input: (row, { country: own, units, suppliers, sectorEdition }) => {
    const supplier = suppliers.get(row.supplierId ?? "");
    const country = supplier?.country ?? own;
    const editions = editionsOf(row, supplier, sectorEdition);
    const unitId = row.unitId ?? row.nonCurrencyUnitId ?? "";
    const value = row.quantity ?? row.nonCurrencyQuantity ?? "0";
    const day = { startDate: row.purchaseDate, endDate: row.purchaseDate };
    return {
      category: row.expenseType === "capex" ? "capital_goods" : "purchases",
      ...activityOf(day, { value, unitId }, { units }),
      selector: { kind: customSelector(row, editions) ?? librarySelector(row, country, supplier, editions) },
      // A custom factor is for the thing bought, its recycled content included.
      ...(row.recycled !== null && isOfLibrary(row) && { recycledShare: { value: row.recycled } }),
    };
  },
  view: (row, { units, factors, suppliers }) => {
    const { exchangeRateToEur, exchangeRateDate } = row as PurchaseRow;
    const supplier = suppliers.get(row.supplierId ?? "");
    return {
      exchangeRateToEur: toDecimal(exchangeRateToEur ?? null),
      exchangeRateDate: exchangeRateDate ?? undefined,
      supplier: supplier && toSupplier(supplier),
      unit: units.get(row.unitId ?? row.nonCurrencyUnitId ?? "")?.unit,
      customEmissionGroup: toGroup(row, factors),
    };
  },
  list: {
    search: "search_text",
    filters: {
      ...commonFilters,
      status: anyOfOrFailed("status", proto.PurchaseStatusSchema, proto.PurchaseStatus.ERROR),
      purchaseType: anyOf("purchase_type", proto.PurchaseTypeSchema),
      expenseType: anyOf("expense_type", proto.ExpenseTypeSchema),
      calculationStatus: anyStatus(CalculationStatusSchema, {
        waiting: "pending",
        failed: "failed",
        succeeded: "calculated",
      }),
      fileName: anyText("file_name"),
      supplierId: anyId("supplier_id"),
      startDate: fromDay("purchase_date"),
      endDate: toDay("purchase_date"),
      co2eStatus: calculated("co2e"),
    } satisfies ListFilters<proto.PurchaseFilter>,
    day: "purchase_date",
    values: {
      status: {},
      calculation_status: {},
      purchase_type: {},
      expense_type: {},
      supplier_id: { labels: selectSupplierNames },
    },
  },
});

const isOfLibrary = (purchase: Purchase) => !hasOwnFactor(purchase);

function methodOf({ method }: RecordResult): string | null {
  return method === FactorMethod.UNSPECIFIED ? null : enumText(FactorMethodSchema, method);
}

/** With the sector, which decides about the GHG Protocol category. */
function customSelector(row: Purchase & StoredRecord, { sectorEdition }: Editions) {
  const kind = factorSelector(row, { unitMustMatch: true });
  if (kind === undefined) return undefined;
  const stated = { sector: row.sector, ...(sectorEdition && { sectorEdition }), asksEdition: true };
  return kind.case === "customRecord"
    ? { ...kind, value: { ...kind.value, ...stated } }
    : { ...kind, value: { ...kind.value, ...stated } };
}

function editionsOf(row: Purchase, supplier: SupplierRow | undefined, ofOrganization: string | null): Editions {
  const line = editionOf(row.sectorEdition, supplier?.sectorEdition, ofOrganization);
  const ofCode = editionOf(supplier?.sectorEdition, ofOrganization);
  return { ...(line && { sectorEdition: line }), ...(ofCode && { supplierSectorEdition: ofCode }) };
}

function librarySelector(
  { productName, sector, quantity }: Purchase,
  country: string,
  supplier: SupplierRow | undefined,
  editions: Editions,
) {
  if (quantity === null) return { case: "material" as const, value: { productName, sector, country } };
  const { codeType, code } = supplier?.code ? supplier : { codeType: "", code: "" };
  const named = { sector, country, supplierCodeType: codeType ?? "", supplierCode: code ?? "" };
  return { case: "spend" as const, value: { ...named, ...editions, asksEdition: true } };
}

async function selectRelated(tx: Tx, orgs: readonly string[], named: readonly Purchase[], purpose: RelatedPurpose) {
  const ids = [...new Set(named.flatMap(({ supplierId }) => supplierId ?? []))].filter(isId);
  const rows =
    ids.length === 0 ? [] : await selectSuppliersById(tx, orgs, ids, purpose === "write" ? "lock" : undefined);
  return { suppliers: new Map(rows.map((supplier) => [supplier.id, supplier])) };
}

async function selectSupplierNames(tx: Tx, orgs: readonly string[], ids: readonly string[]) {
  const rows = await selectSuppliersById(tx, orgs, ids);
  return new Map(rows.map(({ id, businessName }) => [id, businessName]));
}

const checkSupplier = ({ supplierId }: Purchase, suppliers: Suppliers["suppliers"]): Check[] =>
  supplierId === null || suppliers.has(supplierId) ? [] : [unknown("supplier_id")];

/** Exactly one of the two amounts, and that one complete. */
function checkAmountPair({ quantity, unitId, nonCurrencyQuantity, nonCurrencyUnitId }: Purchase): Check[] {
  const money = pair(quantity, unitId);
  const physical = pair(nonCurrencyQuantity, nonCurrencyUnitId);
  if ((money === "whole" && physical === "none") || (money === "none" && physical === "whole")) return [];
  const msg = "exactly one of quantity with unit_id and non_currency_quantity with non_currency_unit_id is required";
  return [{ loc: ["body"], msg, type: "value_error.amount_pair" }];
}

const pair = (amount: string | null, unit: string | null) => {
  if (amount === null && unit === null) return "none";
  return amount !== null && unit !== null ? "whole" : "half";
};

/** A unit exists and measures its amount. */
function checkUnits({ unitId, nonCurrencyUnitId }: Purchase, { units }: Lookups): Check[] {
  const checks: Check[] = [];
  const money = unitId === null ? null : units.get(unitId);
  if (money === undefined) checks.push(unknown("unit_id"));
  else if (money !== null && money.unit?.type !== "fiat_currency") {
    checks.push(violation("unit_id", "value_error.unit_not_allowed", "not a currency"));
  }
  const physical = nonCurrencyUnitId === null ? null : units.get(nonCurrencyUnitId);
  if (physical === undefined) checks.push(unknown("non_currency_unit_id"));
  else if (physical !== null && !physical.purposes.includes("non_currency_purchases")) {
    checks.push(violation("non_currency_unit_id", "value_error.unit_not_allowed", "not a unit for purchases"));
  }
  return checks;
}

/** A group of the same organization, with a factor for the unit. */
function checkGroup(purchase: Purchase, { factors }: Lookups, org: string): Check[] {
  const { customEmissionFactorId, nonCurrencyUnitId, unitId } = purchase;
  const group = factors.groups.get(customEmissionFactorId ?? "");
  if (!group?.found || group.deleted) return [];
  if (group.organizationId !== org) {
    const msg = "the group belongs to another organization";
    return [violation("custom_emission_factor_id", "value_error.group_inherited", msg)];
  }
  const unit = nonCurrencyUnitId ?? unitId;
  if (unit === null || group.unitIds.includes(unit)) return [];
  return [notAllowed(purchase, "the group has no enabled factor for this unit")];
}

/** The unit of the amount is the unit of the custom record. */
function checkRecordUnit(purchase: Purchase, { factors }: Lookups): Check[] {
  const { customEfRecordId, nonCurrencyUnitId, unitId } = purchase;
  const record = factors.records.get(customEfRecordId ?? "");
  const unit = nonCurrencyUnitId ?? unitId;
  if (!record?.found || unit === null || record.unitId === unit) return [];
  return [notAllowed(purchase, "the custom record is per another unit")];
}

const notAllowed = ({ nonCurrencyUnitId }: Purchase, msg: string): Check =>
  violation(nonCurrencyUnitId === null ? "unit_id" : "non_currency_unit_id", "value_error.unit_not_allowed", msg);
