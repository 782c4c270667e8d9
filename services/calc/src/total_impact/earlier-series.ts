import { fromBinary } from "@bufbuild/protobuf";
import type { Tx } from "@emissions/kit/db/transactions";
import { RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { ResolutionSchema } from "@emissions/proto/factors/v1/selection_service";
import { factorMethodOf, partsOf } from "../calculation/part.ts";
import {
  amongKeys,
  keyOf,
  type RecordVersion,
  type StoredImpact,
  selectImpacts,
  withResolutions,
} from "../calculation/queries.ts";
import type { SeriesMasses } from "./deltas.ts";
import { type Series, seriesOf } from "./series.ts";

/** A stored impact with the id of its series. */
export interface TotalledImpact {
  masses: StoredImpact & SeriesMasses;
  /** The series, if an earlier version stored the impact without it: it may not be stored yet. */
  earlier: Series | null;
}

/** The impacts of some calculations with their series. */
export async function selectSeriesImpacts(
  tx: Tx,
  org: string,
  calculations: readonly RecordVersion[],
): Promise<TotalledImpact[]> {
  const impacts = await selectImpacts(tx, org, calculations);
  const without = impacts.filter(({ seriesId }) => seriesId === null);
  const find = without.length === 0 ? null : await seriesFinder(tx, org, without);
  return impacts.map((impact) => {
    const { seriesId } = impact;
    if (seriesId !== null) return { masses: { ...impact, seriesId }, earlier: null };
    const earlier = find!(impact);
    return { masses: { ...impact, seriesId: earlier.id }, earlier };
  });
}

export const earlierSeriesOf = (impacts: readonly TotalledImpact[]): Series[] =>
  impacts.flatMap(({ earlier }) => earlier ?? []);

interface PartRow extends RecordVersion {
  /** Null for a record of one part. */
  part: string | null;
  /** First day of the piece. Null without pieces. */
  startDate: string | null;
  position: number;
  gwpSet: string | null;
  input: Uint8Array;
  resolutionId: string | null;
}

/** Derives the series from the calculation, with the same result each time. */
async function seriesFinder(tx: Tx, org: string, impacts: readonly StoredImpact[]) {
  const rows = await tx<PartRow[]>`
    select record_id, revision, version, p.part, p.start_date, coalesce(p.position, 0) as position, c.input,
      case when p.part is null then c.gwp_set else p.gwp_set end as gwp_set,
      case when p.part is null then c.resolution_id else p.resolution_id end as resolution_id
    from calculations c left join calculation_parts p
      using (organization_id, record_id, revision, version)
    where organization_id = ${org} and ${amongKeys(tx, impacts)}`;
  const parts = new Map(
    (await withResolutions(tx, org, rows)).map((row) => [
      partKey(row, row.part, row.startDate),
      { ...row, ...factorOf(row) },
    ]),
  );
  return (impact: StoredImpact): Series => {
    const part =
      parts.get(partKey(impact, impact.part, impact.startDate)) ??
      parts.get(partKey(impact, impact.part, null)) ??
      parts.get(partKey(impact, null, null));
    if (part === undefined) throw new Error("An impact has no calculation.");
    return seriesOf(impact, part);
  };
}

const partKey = (calculation: RecordVersion, part: string | null, startDate: string | null) =>
  `${keyOf(calculation)}/${part ?? ""}/${startDate ?? ""}`;

function factorOf({ input, position, resolution }: Omit<PartRow, "resolutionId"> & { resolution: Uint8Array | null }) {
  const factor = resolution === null ? undefined : fromBinary(ResolutionSchema, resolution).factor;
  const stored = fromBinary(RecordInputSchema, input);
  const { facilityId = "" } = stored;
  return { factor, method: factorMethodOf(partsOf(stored)[position]!, factor), facilityId };
}
