import { fromJson, type MessageInitShape } from "@bufbuild/protobuf";
import { type AdditionalPartSchema, type Journey, JourneySchema } from "@emissions/proto/activity/v1/record_events";
import { FreightPart } from "@emissions/proto/factors/v1/freight";
import { factorSelector } from "../records/custom-factors.ts";
import type { PricingContext, RecordInput } from "../records/kind.ts";
import { payerOf } from "../records/payer.ts";
import { tonneKilometres } from "../records/tonnes.ts";
import { type Leg, legsOf, type Route, type RouteRow } from "./row.ts";

/** Categories in the totals. That of the GHG Protocol also follows from who pays. */
const CATEGORIES: Readonly<Record<string, string>> = { upstream: "goods_received", downstream: "goods_shipped" };

export const categoryOf = ({ transportDirection }: Pick<Route, "transportDirection">): string =>
  CATEGORIES[transportDirection]!;

/** Goods that leave are transported for the customer, unless the route says that the organization pays. */
const PAYERS: Readonly<Record<string, string>> = { upstream: "organization", downstream: "other" };

/** Names of the parts of a section, which counts from 1. The main part of the record has the name of its method. */
export const operationPart = (section: number): string => `section_${section}`;
export const energyPart = (section: number): string => `section_${section}_energy_provision`;

export const journeyOf = ({ journey }: Leg): Journey | undefined =>
  journey === null ? undefined : fromJson(JourneySchema, journey);

type Part = Omit<MessageInitShape<typeof AdditionalPartSchema>, "$typeName" | "$unknown">;

/**
 * Operation and energy provision of each section, which together are well to wheel (ISO 14083). The operation of the first
 * section is the main part. A route with an unknown distance is sent, too, so that its earlier emissions leave the totals.
 */
export function toInput(row: RouteRow, pricing: PricingContext): RecordInput {
  const { transportDate } = row;
  const common = {
    category: categoryOf(row),
    paidBy: payerOf(row.paidBy ?? PAYERS[row.transportDirection]!),
    referenceDate: transportDate,
    startDate: transportDate,
    endDate: transportDate,
  };
  const legs = legsOf(row);
  const failing = legs.find((leg) => leg.failure !== null)?.failure;
  if (failing) return { ...common, failure: { code: failing.code, detail: failing.detail } };
  const [{ part: _, ...main }, ...additionalParts] = legs.flatMap((leg, at) => partsOf(row, leg, at + 1, pricing)) as [
    Part,
    ...Part[],
  ];
  return { ...common, ...main, additionalParts };
}

function partsOf(row: RouteRow, leg: Leg, section: number, { units, organizationCountry }: PricingContext): Part[] {
  const journey = journeyOf(leg);
  const quantity = row.quantityTransported;
  const amount = tonneKilometres({ quantity, unit: units.get(row.unitId), km: leg.factorKms! });
  const country = journey?.origin?.country || organizationCountry;
  const selectorOf = (part: FreightPart) => ({
    kind: {
      case: "freight" as const,
      value: {
        activity: { case: "transportCombinationId" as const, value: leg.combinationId ?? "" },
        part,
        country,
        shortHaul: leg.shortHaul,
      },
    },
  });
  const common = { category: categoryOf(row), ...amount };
  const own = factorSelector(row, { unitMustMatch: true });
  // The own factor is from well to wheel.
  if (own !== undefined)
    return [{ ...common, part: operationPart(section), selector: { kind: own }, ...(journey && { journey }) }];
  return [
    {
      ...common,
      part: operationPart(section),
      selector: selectorOf(FreightPart.OPERATION),
      ...(journey && { journey }),
    },
    { ...common, part: energyPart(section), selector: selectorOf(FreightPart.ENERGY_PROVISION) },
  ];
}
