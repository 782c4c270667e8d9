import { plainColumn } from "@emissions/kit/db/columns";
import type { Tx } from "@emissions/kit/db/transactions";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import type { Context } from "../context.ts";
import { facilityInputs } from "../facility/inputs.ts";
import { biomassOf } from "../facility/record-table.ts";
import { type FacilitySums, moveFacilitySums } from "../facility/totals.ts";
import { failureOf, type RecordType } from "../records/record-type.ts";
import { toInput } from "./input.ts";
import { selectInvoicesById } from "./queries.ts";
import { NOT_COUNTED } from "./rules.ts";

export const invoiceRecords = (context: Pick<Context, "units">): RecordType => ({
  entityType: EntityType.INVOICES,
  updateResults,
  selectInputs: facilityInputs(context, { selectById: selectInvoicesById, toInput }),
});

/**
 * Like that of the other records of facilities; but an invoice keeps a status that is no result, and one that is not
 * counted is in no total.
 */
async function updateResults(tx: Tx, org: string, results: readonly RecordResult[]) {
  const column = (value: (result: RecordResult) => string | number | null) => plainColumn(results.map(value));
  const texts = (value: (result: RecordResult) => string | null) => results.map(value);
  const sums = await tx<FacilitySums[]>`
    with moved as (
      update invoices i set
        status = case
          when i.status in ('uploaded', 'review', 'inactive') then i.status
          when r.calculation_status = 'calculated' then 'active' else 'error' end,
        calculation_status = r.calculation_status, error_code = r.error_code, error_detail = r.error_detail,
        co2e = r.co2e, co2e_biomass = r.co2e_biomass
      from unnest(
        ${column(({ recordId }) => recordId)}::uuid[],
        ${column(({ revision }) => revision)}::int[],
        ${column((result) => (isNumber(result) ? "calculated" : "failed"))}::text[],
        ${texts(failureOf)}::text[],
        ${texts(({ errorDetail }) => errorDetail || null)}::text[],
        ${column(({ co2e }) => co2e?.value ?? null)}::numeric[],
        ${column(biomassOf)}::numeric[]
      ) as r (id, revision, calculation_status, error_code, error_detail, co2e, co2e_biomass)
      where i.organization_id = ${org} and i.id = r.id and i.revision = r.revision
        and (r.calculation_status = 'calculated' or i.calculation_status <> 'calculated')
      returning i.facility_id, new.status, old.co2e as co2e_was, old.co2e_biomass as biomass_was, new.co2e,
        new.co2e_biomass)
    select facility_id, coalesce(sum(co2e_was), 0) as co2e_was, coalesce(sum(biomass_was), 0) as biomass_was,
      coalesce(sum(co2e), 0) as co2e, coalesce(sum(co2e_biomass), 0) as co2e_biomass
    from moved where status <> ${NOT_COUNTED} group by facility_id`;
  await moveFacilitySums(tx, org, sums);
}

const isNumber = ({ status }: RecordResult) => status === CalculationOutcome.CALCULATED;
