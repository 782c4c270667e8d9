import type { Tx } from "@emissions/kit/db/transactions";
import { outOfRange } from "@emissions/kit/wire/errors";
import type { GwpSet, MethaneOrigin } from "@emissions/quantity/gases";
import { co2eColumn, inTotal } from "../total_impact/group-queries.ts";
import type { Range } from "../total_impact/range.ts";
import { type Known, restatedMasses, seriesMasses } from "../total_impact/slices.ts";

/** Sums of all series with equal attributes, memo items included. Masses are kilograms. */
export interface InventoryRow {
  scope: 1 | 2 | 3;
  category: string;
  ghgCategory: string;
  part: string;
  counted: boolean;
  gas: string | null;
  methaneOrigin: MethaneOrigin;
  gwpSet: string | null;
  byGas: boolean;
  biogenicStated: boolean;
  method: string | null;
  marks: string[];
  factorId: string | null;
  factorRevision: number | null;
  factorName: string;
  source: string;
  region: string;
  year: number | null;
  /** CO2e. */
  kg: string;
  co2Kg: string;
  ch4Kg: string;
  n2oKg: string;
  biogenicCo2Kg: string;
}

/** Groups of equal factor and category. An organization with more cannot read them in one answer. */
const ROWS_MAX = 20_000;

export interface InventoryQuery extends Known {
  /** Null for the set of each calculation. */
  gwpSet: GwpSet | null;
}

/** Groups without emissions are omitted, because deleted records leave rows of zero. */
export async function selectInventory(tx: Tx, { gwpSet, ...known }: InventoryQuery): Promise<InventoryRow[]> {
  const attributes = tx`
    e.scope, e.category, e.ghg_category, e.part, e.counted, e.gas, e.methane_origin, e.gwp_set, e.by_gas,
    e.biogenic_stated, e.method, e.marks, e.factor_id, e.factor_revision, e.factor_name, e.source, e.region, e.year`;
  const co2e = co2eColumn(gwpSet);
  const rows = await tx<InventoryRow[]>`
    select ${attributes}, sum(masses.${tx(co2e)}) as kg, sum(masses.co2_kg) as co2_kg, sum(masses.ch4_kg) as ch4_kg,
      sum(masses.n2o_kg) as n2o_kg, sum(masses.biogenic_co2_kg) as biogenic_co2_kg
    from ${seriesMasses(tx, known, [co2e, "co2_kg", "ch4_kg", "n2o_kg", "biogenic_co2_kg"])}
    join emission_series e on e.organization_id = masses.organization_id and e.id = masses.series_id
    group by ${attributes}
    having sum(masses.${tx(co2e)}) <> 0 or sum(masses.biogenic_co2_kg) <> 0
    order by abs(sum(masses.${tx(co2e)})) desc, e.factor_name collate "C", e.factor_id, e.part, e.scope, e.marks
    limit ${ROWS_MAX + 1}`;
  if (rows.length > ROWS_MAX)
    throw outOfRange("INVENTORY_TOO_LARGE", `The statement has more than ${ROWS_MAX} groups of factors.`);
  return rows;
}

/** Market-based kilograms of CO2e by organization. */
export const selectOrganizations = (tx: Tx, { gwpSet, ...known }: InventoryQuery) => {
  const co2e = co2eColumn(gwpSet);
  return tx<{ organizationId: string; kg: string }[]>`
    select masses.organization_id, sum(masses.${tx(co2e)}) as kg
    from ${seriesMasses(tx, known, [co2e])}
    join emission_series e on e.organization_id = masses.organization_id and e.id = masses.series_id
    where ${inTotal(tx, false)}
    group by masses.organization_id`;
};

/** Records of one kind without emissions in totals, for one reason. */
export interface ExclusionRow {
  entityType: string;
  outcome: "failed" | "without_factor" | "excluded";
  reason: string | null;
  records: number;
}

/** Kinds times codes of failures are few. */
const EXCLUSIONS_MAX = 1_000;

/** The records of the visible organizations whose period has days of the range. */
export const selectExclusions = (tx: Tx, { slices }: Pick<Known, "slices">, { startDate, endDate }: Range) => tx<
  ExclusionRow[]
>`
  select c.entity_type, n.outcome, c.error_code as reason, count(*)::int as records
  from current_records n join calculations c using (organization_id, record_id, revision, version)
  where n.organization_id = any (${[...new Set(slices.map(({ organizationId }) => organizationId))]}::uuid[])
    and n.outcome in ('failed', 'without_factor', 'excluded') and n.state <> 'deleted'
    and n.start_date <= ${endDate} and n.end_date >= ${startDate}
  group by 1, 2, 3 order by 1, 2, 3 limit ${EXCLUSIONS_MAX}`;

/** Kilograms of CO2e of a scope by both methods of the Scope 2 Guidance. */
export interface RestatedRow {
  scope: 1 | 2 | 3;
  marketBased: string;
  locationBased: string;
}

/** The amounts that are kept apart from locked periods. */
export const selectRestated = (tx: Tx, { gwpSet, ...known }: InventoryQuery) => {
  const co2e = co2eColumn(gwpSet);
  const sumOf = (locationBased: boolean) => tx`
    coalesce(sum(masses.${tx(co2e)}) filter (where ${inTotal(tx, locationBased)}), 0)`;
  return tx<RestatedRow[]>`
    select e.scope, ${sumOf(false)} as market_based, ${sumOf(true)} as location_based
    from ${restatedMasses(tx, known, [co2e])}
    join emission_series e on e.organization_id = masses.organization_id and e.id = masses.series_id
    group by e.scope`;
};
