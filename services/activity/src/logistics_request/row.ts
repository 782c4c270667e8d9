import type { LogisticsRequestValues } from "@emissions/proto/activity/v1/logistics_request_service";
import { runOf } from "../freight_run/run.ts";
import type { ValuesOf } from "../records/columns.ts";
import type { StoredRecord } from "../records/kind.ts";

export type Leg = ValuesOf<LogisticsRequestValues>;

/** Columns that follow from the values when a request is stored. */
export interface DerivedLeg {
  tocId: string | null;
  /** Name of the TOC. */
  vehicleType: string | null;
  /** Of transport. */
  mode: string | null;
  /** Before the load factor. */
  loadKg: string | null;
  /** After the load factor. */
  effectiveLoadKg: string | null;
  kilometres: string | null;
  /** Of a measured flight, which the calculation uses instead. */
  greatCircleKm: string | null;
  /** The message Journey as JSON; null for a distance that was sent. */
  journey: string | null;
  tonneKilometres: string | null;
  /** Of a hub of another company. */
  hubCategory: string | null;
  packageId: string | null;
  dedupKey: string | null;
  /** Of an own vehicle, as its fuel names it. */
  run: string | null;
  /** Whether the fuel of the run counts in place of the leg. */
  isAllocated: boolean;
  /** Why distance or load are not known. */
  failureCode: string | null;
  failureDetail: string | null;
}

/** Kilograms of CO2e by part. A result writes them. */
export interface LegParts {
  operationCo2e: string | null;
  energyProvisionCo2e: string | null;
  hubCo2e: string | null;
}

export type LegRow = Leg & DerivedLeg & LegParts & StoredRecord & { deletedAt?: Date | null };

/** Null for a vehicle of another company. */
export const runOfLeg = ({ subcontractor, shipmentDate, ...leg }: Leg): string | null =>
  subcontractor ? null : runOf({ ...leg, day: shipmentDate });
