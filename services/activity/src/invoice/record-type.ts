import type { Tx } from "@emissions/kit/db";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import type { Context } from "../context.ts";
import { lockFacilities } from "../facility/queries.ts";
import { type Emissions, moveFacilityTotals } from "../facility/totals.ts";
import { selectOrganization } from "../organization/queries.ts";
import type { RecordType } from "../records/record-type.ts";
import { toInput } from "./input.ts";
import { selectInvoicesById } from "./queries.ts";
import { isCounted } from "./rules.ts";

export const invoiceRecords = ({ units }: Pick<Context, "units">): RecordType => ({
  entityType: EntityType.INVOICES,
  updateResults,
  selectInputs: async (tx, org, ids) => {
    const [organization, rows] = await Promise.all([selectOrganization(tx, org), selectInvoicesById(tx, org, ids)]);
    if (organization === null || rows.length === 0) return [];
    const named = [...new Set(rows.map(({ facilityId }) => facilityId))];
    const [facilities, catalogue] = await Promise.all([lockFacilities(tx, org, named), units.all()]);
    const countryOf = new Map(facilities.map(({ id, country }) => [id, country]));
    const { gwpSet } = organization;
    return rows.map((row) => toInput(row, { gwpSet, country: countryOf.get(row.facilityId) ?? "", units: catalogue }));
  },
});

interface Moved extends Emissions {
  facilityId: string;
  status: string;
  co2eWas: string | null;
  biomassWas: string | null;
}

/** The rows are locked first, so that the totals of their facilities lose exactly what they showed. */
async function updateResults(tx: Tx, org: string, results: readonly RecordResult[]) {
  const column = <V>(value: (result: RecordResult) => V) => results.map(value);
  const ids = column(({ recordId }) => recordId);
  const moved = await tx<Moved[]>`
    with held as materialized (
      select i.id, i.co2e as co2e_was, i.co2e_biomass as biomass_was,
        r.calculation_status, r.error_code, r.error_detail, r.co2e, r.co2e_biomass
      from unnest(
        ${ids}::uuid[],
        ${column(({ revision }) => revision)}::int[],
        ${column((result) => (isNumber(result) ? "calculated" : "failed"))}::text[],
        ${column(({ errorCode }) => errorCode || null)}::text[],
        ${column(({ errorDetail }) => errorDetail || null)}::text[],
        ${column(({ co2e }) => co2e?.value ?? null)}::numeric[],
        ${column((result) => (isNumber(result) ? (result.biogenicCo2?.value ?? "0") : null))}::numeric[]
      ) as r (id, revision, calculation_status, error_code, error_detail, co2e, co2e_biomass)
      join invoices i on i.organization_id = ${org} and i.id = any(${ids}::uuid[]) and i.id = r.id
      where i.revision = r.revision and (r.calculation_status = 'calculated' or i.calculation_status <> 'calculated')
      order by i.id for update of i)
    update invoices i set
      status = case
        when i.status in ('uploaded', 'review', 'inactive') then i.status
        when h.calculation_status = 'calculated' then 'active' else 'error' end,
      calculation_status = h.calculation_status, error_code = h.error_code, error_detail = h.error_detail,
      co2e = h.co2e, co2e_biomass = h.co2e_biomass
    from held h where i.organization_id = ${org} and i.id = any(${ids}::uuid[]) and i.id = h.id
    returning i.facility_id, i.status, h.co2e_was, h.biomass_was, i.co2e, i.co2e_biomass`;
  await moveFacilityTotals(
    tx,
    org,
    moved.filter(isCounted).map(({ facilityId, co2eWas, biomassWas, co2e, co2eBiomass }) => ({
      facilityId,
      was: { co2e: co2eWas, co2eBiomass: biomassWas },
      is: { co2e, co2eBiomass },
    })),
  );
}

const isNumber = ({ status }: RecordResult) => status === CalculationOutcome.CALCULATED;
