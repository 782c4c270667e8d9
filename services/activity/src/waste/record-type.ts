import { plainColumn } from "@emissions/kit/columns";
import type { Tx } from "@emissions/kit/db";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { CalculationOutcome, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import type { Context } from "../context.ts";
import { lockFacilities } from "../facility/queries.ts";
import { moveFacilityTotals } from "../facility/totals.ts";
import { selectOrganization } from "../organization/queries.ts";
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

/** What the records of a facility emitted, and emit now. */
interface Moved {
  facilityId: string;
  co2eWas: string;
  biomassWas: string;
  co2e: string;
  co2eBiomass: string;
}

/** In the order of the ids, as they were given, so that two writers do not block each other. */
async function updateResults(tx: Tx, org: string, results: readonly RecordResult[]) {
  const column = (value: (result: RecordResult) => string | number | null) => plainColumn(results.map(value));
  const texts = (value: (result: RecordResult) => string | null) => results.map(value);
  const moved = await tx<Moved[]>`
    with moved as (
      update wastes w set status = r.status, error_code = r.error_code, error_detail = r.error_detail, co2e = r.co2e,
        co2e_biomass = r.co2e_biomass
      from unnest(
        ${column(({ recordId }) => recordId)}::uuid[],
        ${column(({ revision }) => revision)}::int[],
        ${column(({ status }) => (status === CalculationOutcome.CALCULATED ? "active" : "error"))}::text[],
        ${texts(({ errorCode }) => errorCode || null)}::text[],
        ${texts(({ errorDetail }) => errorDetail || null)}::text[],
        ${column(({ co2e }) => co2e?.value ?? null)}::numeric[],
        ${column(biomassOf)}::numeric[]
      ) as r (id, revision, status, error_code, error_detail, co2e, co2e_biomass)
      where w.organization_id = ${org} and w.id = r.id and w.revision = r.revision
        and (r.status = 'active' or w.status <> 'active')
      returning w.facility_id, old.co2e as co2e_was, old.co2e_biomass as biomass_was, new.co2e, new.co2e_biomass)
    select facility_id, coalesce(sum(co2e_was), 0) as co2e_was, coalesce(sum(biomass_was), 0) as biomass_was,
      coalesce(sum(co2e), 0) as co2e, coalesce(sum(co2e_biomass), 0) as co2e_biomass
    from moved group by facility_id`;
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
