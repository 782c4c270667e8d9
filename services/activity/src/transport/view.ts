import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  DistanceSourceSchema,
  type TransportRouteSchema,
  TransportRouteStatus,
  TransportRouteStatusSchema,
  type TransportSectionSchema,
  TransportSectionValuesSchema,
  TransportStep,
} from "@emissions/proto/activity/v1/transport_service";
import { FreightModeSchema, TravelMethod, TravelMethodSchema } from "@emissions/proto/factors/v1/freight";
import { parse, plain } from "@emissions/quantity/decimal";
import { valueColumns, valuesWriter } from "../records/columns.ts";
import { type Lookups, statusOf } from "../records/kind.ts";
import { CALCULATION_FAILED, toDecimal } from "../records/view.ts";
import { categoryOf, energyPart, journeyOf, operationPart } from "./input.ts";
import { type Leg, legsOf, type PartCo2e, type RouteRow, type Section, sectionsOf } from "./row.ts";

type Shown = MessageInitShape<typeof TransportRouteSchema>;
type ShownSection = Extract<MessageInitShape<typeof TransportSectionSchema>, { id?: string }>;

/** Transport is in scope 3 always: the vehicles are those of carriers. */
const SCOPE = 3;

const sectionValues = valuesWriter(valueColumns(TransportSectionValuesSchema));

export function viewRoute(row: RouteRow, { units }: Pick<Lookups, "units">): Shown {
  const legs = legsOf(row);
  const shares = sharesOf(row, legs.length);
  return {
    status: enumNumber(TransportRouteStatusSchema, statusOf(row, "pending")),
    unit: units.get(row.unitId)?.unit,
    sections: sectionsOf(row).map((section, at) => viewSection(row, section, legs[at]!, at + 1, shares?.[at])),
    emissions: emissionsOf(row, row.co2e),
  };
}

const emissionsOf = (row: RouteRow, co2e: string | null) =>
  co2e === null ? [] : [{ category: categoryOf(row), scope: SCOPE, co2e: { value: co2e } }];

interface Share {
  operation: string;
  energyProvision: string;
  co2e: string;
}

/** Emissions of each section; undefined without a result by parts. */
function sharesOf({ partCo2e, co2e }: RouteRow, count: number): Share[] | undefined {
  if (!partCo2e || co2e === null) return undefined;
  const parts = JSON.parse(partCo2e) as PartCo2e[];
  const byName = new Map(parts);
  return Array.from({ length: count }, (_, at) => {
    const operation = (at === 0 ? parts[0]?.[1] : byName.get(operationPart(at + 1))) ?? "0";
    const energyProvision = byName.get(energyPart(at + 1)) ?? "0";
    return { operation, energyProvision, co2e: plain(parse(operation).plus(parse(energyProvision))) };
  });
}

function viewSection(row: RouteRow, section: Section, leg: Leg, part: number, share: Share | undefined): ShownSection {
  const { travelMethod } = section;
  const { PENDING, ACTIVE, ERROR } = TransportRouteStatus;
  const isFailed = leg.failure !== null || (row.calculationErrorCode !== null && isWholeRoute(row));
  const inferred = leg.inferred === "road" ? TravelMethod.TRUCK : TravelMethod.UNSPECIFIED;
  return {
    id: leg.id,
    values: sectionValues(section),
    part,
    travelMethod: travelMethod === null ? inferred : enumNumber(TravelMethodSchema, travelMethod),
    inferredTransportType: leg.inferred === null ? 0 : enumNumber(FreightModeSchema, leg.inferred),
    kms: toDecimal(leg.kms),
    distanceManual: section.kmsManual !== null,
    kmsSource: leg.source === null ? 0 : enumNumber(DistanceSourceSchema, leg.source),
    journey: journeyOf(leg),
    status: isFailed ? ERROR : row.calculationStatus === "calculated" ? ACTIVE : PENDING,
    step: stepOf(row, leg),
    errorMessages: leg.failure
      ? [leg.failure.detail]
      : isFailed
        ? [row.calculationErrorDetail || CALCULATION_FAILED]
        : [],
    suggestions: leg.failure?.suggestions ?? [],
    co2e: toDecimal(share?.co2e ?? null),
    operationCo2e: toDecimal(share?.operation ?? null),
    energyProvisionCo2e: toDecimal(share?.energyProvision ?? null),
    emissions: emissionsOf(row, share?.co2e ?? null),
  };
}

/** Whether the failure is that of the calculation, and not that of a section. */
const isWholeRoute = (row: RouteRow): boolean => legsOf(row).every(({ failure }) => failure === null);

const UNKNOWN_PLACE: ReadonlySet<string> = new Set(["PLACE_NOT_FOUND", "PLACE_AMBIGUOUS", "PLACE_NOT_IN_USE"]);

function stepOf(row: RouteRow, { kms, failure }: Leg): TransportStep {
  const { UNSPECIFIED, GEOCODE, DISTANCE, FACTOR, DONE } = TransportStep;
  if (kms === null) return UNKNOWN_PLACE.has(failure?.code ?? "") ? UNSPECIFIED : GEOCODE;
  if (failure !== null) return DISTANCE;
  if (row.calculationStatus === "calculated") return DONE;
  // Any other code comes from the selection of the factor.
  return row.calculationErrorCode === CALCULATION_FAILED && isWholeRoute(row) ? FACTOR : DISTANCE;
}
