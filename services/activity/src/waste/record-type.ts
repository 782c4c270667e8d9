import type { Tx } from "@emissions/kit/db";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import type { Context } from "../context.ts";
import { lockFacilities } from "../facility/queries.ts";
import { moveFacilityTotals } from "../facility/totals.ts";
import { selectOrganization } from "../organization/queries.ts";
import { joined } from "../records/join.ts";
import type { RecordType } from "../records/record-type.ts";
import { toInput } from "./input.ts";
import { selectWastesById } from "./queries.ts";

export const wasteRecords = ({ units }: Pick<Context, "units">): RecordType => ({
  entityType: EntityType.WASTES,
  updateResults,
  selectInputs: async (tx, org, ids) => {
    const [organization, rows] = await Promise.all([selectOrganization(tx, org), selectWastesById(tx, org, ids)]);
    if (organization === null || rows.length === 0) return [];
    const named = [...new Set(rows.map(({ facilityId }) => facilityId))];
    const [facilities, catalogue] = await Promise.all([lockFacilities(tx, org, named), units.all()]);
    const countryOf = new Map(facilities.map(({ id, country }) => [id, country]));
    const { gwpSet } = organization;
    return rows.map((row) => toInput(row, { gwpSet, country: countryOf.get(row.facilityId) ?? "", units: catalogue }));
  },
});

interface Moved {
  facilityId: string;
  co2eWas: string | null;
  biomassWas: string | null;
  co2e: string | null;
  co2eBiomass: string | null;
}

/** The rows are locked first, so that the totals of their facilities lose exactly what they showed. */
async function updateResults(tx: Tx, org: string, results: readonly RecordResult[]) {
  const column = <V>(value: (result: RecordResult) => V) => results.map(value);
  const ids = column(({ recordId }) => recordId);
  const moved = await joined<Moved>(
    tx,
    tx`
    with held as materialized (
      select w.id, w.facility_id, w.co2e as co2e_was, w.co2e_biomass as biomass_was,
        r.status, r.error_code, r.error_detail, r.co2e, r.co2e_biomass
      from unnest(
        ${ids}::uuid[],
        ${column(({ revision }) => revision)}::int[],
        ${column(({ status }) => (status === CalculationOutcome.CALCULATED ? "active" : "error"))}::text[],
        ${column(({ errorCode }) => errorCode || null)}::text[],
        ${column(({ errorDetail }) => errorDetail || null)}::text[],
        ${column(({ co2e }) => co2e?.value ?? null)}::numeric[],
        ${column(biomassOf)}::numeric[]
      ) as r (id, revision, status, error_code, error_detail, co2e, co2e_biomass)
      join wastes w on w.organization_id = ${org} and w.id = any(${ids}::uuid[]) and w.id = r.id
      where w.revision = r.revision and (r.status = 'active' or w.status <> 'active')
      order by w.id for update of w)
    update wastes w set status = h.status, error_code = h.error_code, error_detail = h.error_detail, co2e = h.co2e,
      co2e_biomass = h.co2e_biomass
    from held h where w.organization_id = ${org} and w.id = any(${ids}::uuid[]) and w.id = h.id
    returning h.facility_id, h.co2e_was, h.biomass_was, w.co2e, w.co2e_biomass`,
  );
  await moveFacilityTotals(
    tx,
    org,
    moved.map(({ facilityId, co2eWas, biomassWas, co2e, co2eBiomass }) => ({
      facilityId,
      was: { co2e: co2eWas, co2eBiomass: biomassWas },
      is: { co2e, co2eBiomass },
    })),
  );
}

const biomassOf = ({ status, biogenicCo2 }: RecordResult) =>
  status === CalculationOutcome.CALCULATED ? (biogenicCo2?.value ?? "0") : null;
