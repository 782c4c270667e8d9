import type { Tx } from "@emissions/kit/db/transactions";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import type { Context } from "../context.ts";
import { selectOrganization } from "../organization/queries.ts";
import type { RecordInput, RecordType } from "../records/record-type.ts";
import { lockCountries } from "./queries.ts";

/** What the emissions of a facility's record depend on besides the record itself. */
export interface PricingContext {
  gwpSet: string;
  /** Of the facility. */
  country: string;
  units: ReadonlyMap<string, UnitDetail>;
}

interface Kind<Row> {
  selectById(tx: Tx, org: string, ids: readonly string[]): Promise<Row[]>;
  toInput(row: Row, pricing: PricingContext): RecordInput;
}

/** Inputs of records of facilities, as they, their facilities and their organization are now. */
export const facilityInputs =
  <Row extends { facilityId: string }>(
    { units }: Pick<Context, "units">,
    { selectById, toInput }: Kind<Row>,
  ): RecordType["selectInputs"] =>
  async (tx, org, ids) => {
    const [organization, rows] = await Promise.all([selectOrganization(tx, org), selectById(tx, org, ids)]);
    if (organization === null || rows.length === 0) return [];
    const named = rows.map(({ facilityId }) => facilityId);
    const [countryOf, catalogue] = await Promise.all([lockCountries(tx, org, named), units.all()]);
    const { gwpSet } = organization;
    return rows.map((row) => toInput(row, { gwpSet, country: countryOf.get(row.facilityId) ?? "", units: catalogue }));
  };
