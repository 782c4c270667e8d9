import type { JsonValue } from "@bufbuild/protobuf";
import type { TransportRouteValues, TransportSectionValues } from "@emissions/proto/activity/v1/transport_service";
import type { ValuesOf } from "../records/columns.ts";
import type { StoredRecord } from "../records/kind.ts";

/** A section as it was sent: decimals and enums are texts. */
export type Section = ValuesOf<TransportSectionValues>;

export interface Route extends Omit<ValuesOf<TransportRouteValues, "quantityTransported">, "sections"> {
  /** JSON of `Section[]`. */
  sections: string;
}

/** Why a section has no distance or no factor. */
export interface LegFailure {
  code: string;
  detail: string;
  suggestions: string[];
}

/** Distance and factor of a section, before its calculation. */
export interface Leg {
  id: string;
  /** Identifies the section that it was measured for. */
  of: string;
  /** The day that it was measured for, if another day may have another distance. */
  day?: string;
  /** Kilometres; null for an unknown distance. */
  kms: string | null;
  /** Kilometres that the factor is multiplied by: those of the great circle where it includes the 95 km by air. */
  factorKms: string | null;
  /** A flight of at most SHORT_HAUL_KM. */
  shortHaul: boolean;
  /** The text of a DistanceSource. */
  source: string | null;
  /** The message Journey; null for kilometres that were sent. */
  journey: JsonValue | null;
  /** `air` or `road`, where the places decide about the mode. */
  inferred: string | null;
  combinationId: string | null;
  failure: LegFailure | null;
}

export interface Derived {
  /** JSON of `Leg[]`. */
  legs: string;
  addresses: string;
}

/** Name and kilograms of CO2e of each part of the calculation, the main part first. */
export type PartCo2e = [part: string, co2e: string];

export interface RouteRow extends Route, Derived, StoredRecord {
  /** JSON of `PartCo2e[]`; null without a result, and absent in a new row. */
  partCo2e?: string | null;
}

export const sectionsOf = ({ sections }: Pick<Route, "sections">): Section[] => JSON.parse(sections ?? "[]");

export const legsOf = ({ legs }: Derived): Leg[] => JSON.parse(legs);

/** Stored legs; none before the first. */
export const knownLegsOf = (row: Partial<Derived>): Leg[] => JSON.parse(row.legs ?? "[]");
