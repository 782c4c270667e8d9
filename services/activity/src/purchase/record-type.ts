import type { Tx } from "@emissions/kit/db/transactions";
import { enumText } from "@emissions/kit/wire/enum";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcomeSchema, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { FactorMethod, FactorMethodSchema } from "@emissions/proto/factors/v1/selection_service";
import type { Context } from "../context.ts";
import { selectOrganization } from "../organization/queries.ts";
import { failureOf, type RecordType } from "../records/record-type.ts";
import { selectSuppliersById } from "../supplier/queries.ts";
import { toInput } from "./input.ts";
import type { PurchaseRow } from "./queries.ts";

export const purchaseRecords = ({ units }: Pick<Context, "units">): RecordType => ({
  entityType: EntityType.PURCHASES,
  updateResults,
  selectInputs: async (tx, org, ids) => {
    const [organization, rows] = await Promise.all([selectOrganization(tx, org), selectPurchasesById(tx, org, ids)]);
    if (organization === null || rows.length === 0) return [];
    const supplierIds = rows.flatMap(({ supplierId }) => supplierId ?? []);
    const [suppliers, catalogue] = await Promise.all([selectSuppliersById(tx, [org], supplierIds), units.all()]);
    const supplierOf = new Map(suppliers.map((supplier) => [supplier.id, supplier]));
    return rows.map((row) =>
      toInput(row, { organization, supplier: supplierOf.get(row.supplierId ?? "") ?? null, units: catalogue }),
    );
  },
});

const methodOf = (method: FactorMethod) =>
  method === FactorMethod.UNSPECIFIED ? null : enumText(FactorMethodSchema, method);

const selectPurchasesById = (tx: Tx, org: string, ids: readonly string[]) => tx<PurchaseRow[]>`
  select * from purchases where organization_id = ${org} and id = any(${ids as string[]}::uuid[]) order by id`;

function updateResults(tx: Tx, org: string, results: readonly RecordResult[]) {
  const column = <V>(value: (result: RecordResult) => V) => results.map(value);
  return tx`
    update purchases p set
      calculation_status = r.status, calculation_error_code = r.error_code, co2e = r.co2e,
      exchange_rate_to_eur = r.rate, exchange_rate_date = r.rate_date,
      -- What was sent stands only beside an own factor.
      purchase_type = case when p.custom_emission_factor_id is null then coalesce(r.method, p.purchase_type)
        else p.purchase_type end
    from unnest(
      ${column(({ recordId }) => recordId)}::uuid[],
      ${column(({ revision }) => revision)}::int[],
      ${column(({ status }) => enumText(CalculationOutcomeSchema, status))}::text[],
      ${column(failureOf)}::text[],
      ${column(({ co2e }) => co2e?.value ?? null)}::numeric[],
      ${column(({ exchangeRate }) => exchangeRate?.rate?.value ?? null)}::numeric[],
      ${column(({ exchangeRate }) => exchangeRate?.rateDate ?? null)}::date[],
      ${column(({ method }) => methodOf(method))}::text[]
    ) as r (id, revision, status, error_code, co2e, rate, rate_date, method)
    where p.organization_id = ${org} and p.id = r.id and p.revision = r.revision
      and (r.status = 'calculated' or p.calculation_status <> 'calculated')`;
}
