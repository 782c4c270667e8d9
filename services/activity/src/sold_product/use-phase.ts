import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AdditionalPartSchema } from "@emissions/proto/activity/v1/record_events";
import { VehiclePart } from "@emissions/proto/factors/v1/selection_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { type Decimal, ONE, parse, plain } from "@emissions/quantity/decimal";
import { GRID, OF_ELECTRICITY } from "../invoice/input.ts";
import type { RecordColumn } from "../records/columns.ts";
import { type FactorPin, factorSelector } from "../records/custom-factors.ts";
import { activityOf } from "../records/inputs.ts";
import type { PricingContext, RecordInput } from "../records/kind.ts";

/** The use of one unit of a product in its life. Product and sale store it. */
export interface UsePhase {
  lifetimeYears: string;
  /** Null: the energy is that of a year. */
  usesPerYear: string | null;
  energyQuantity: string;
  energyUnitId: string;
  energyType: "electricity" | "fuel";
  vehicleFuelId: string | null;
  /** Key of a facility fuel in the library. */
  fuelKey: string | null;
}

/** The columns of the use, by the same names in products and sales. */
export const USE_COLUMNS: readonly (RecordColumn & { key: keyof UsePhase })[] = [
  { name: "lifetime_years", key: "lifetimeYears", type: "numeric" },
  { name: "uses_per_year", key: "usesPerYear", type: "numeric" },
  { name: "energy_quantity", key: "energyQuantity", type: "numeric" },
  { name: "energy_unit_id", key: "energyUnitId", type: "uuid" },
  { name: "energy_type", key: "energyType", type: "text" },
  { name: "vehicle_fuel_id", key: "vehicleFuelId", type: "uuid" },
  { name: "fuel_key", key: "fuelKey", type: "text" },
];

export const useOf = (row: UsePhase) =>
  Object.fromEntries(USE_COLUMNS.map(({ key }) => [key, row[key]])) as unknown as UsePhase & Record<string, string>;

export const isSameUse = (one: UsePhase, other: UsePhase): boolean =>
  USE_COLUMNS.every(({ key, type }) => textOf(one[key], type) === textOf(other[key], type));

const textOf = (value: string | null, type: string) =>
  value === null || type !== "numeric" ? value : plain(parse(value));

interface UnitsSold extends UsePhase {
  /** Units. */
  quantity: string;
}

/** The energy of all units in their whole life, in the unit of the product. */
export const lifetimeEnergy = ({ quantity, ...use }: UnitsSold): Decimal =>
  [quantity, ...factorsOf(use)].reduce((product, factor) => product.times(parse(factor)), ONE);

/** "1000 * (0.8 * 200 * 10)" for 1,000 units that use 0.8 kWh 200 times a year for 10 years. */
const allocationOf = ({ quantity, ...use }: UnitsSold): string =>
  `${plain(parse(quantity))} * (${factorsOf(use)
    .map((factor) => plain(parse(factor)))
    .join(" * ")})`;

const factorsOf = ({ energyQuantity, usesPerYear, lifetimeYears }: Omit<UnitsSold, "quantity">): string[] => [
  energyQuantity,
  ...(usesPerYear === null ? [] : [usesPerYear]),
  lifetimeYears,
];

const CATEGORY = "sold_products";
/** Unit of own factors: the use of one product in its whole life. */
export const UNIT_SOLD = "piece";

type Kind = NonNullable<NonNullable<MessageInitShape<typeof AdditionalPartSchema>["selector"]>["kind"]>;

interface Sale extends UnitsSold, FactorPin {
  startDate: string;
  endDate: string;
  /** Of use. */
  country: string;
}

/**
 * The input of the calculation. Direct use counts: scope 1 and 2 of the customer. Losses and the production of energy
 * are memo items, because they are scope 3 of the customer.
 */
export function toInput(sale: Sale, { units }: Pick<PricingContext, "units">): RecordInput {
  const own = factorSelector(sale, { unitMustMatch: true });
  if (own !== undefined) {
    const sold = activityOf(sale, { value: plain(parse(sale.quantity)), unitId: unitId(UNIT_SOLD) }, { units });
    return { category: CATEGORY, ...sold, quantity: { ...sold.quantity, unit: UNIT_SOLD }, selector: { kind: own } };
  }
  const value = plain(lifetimeEnergy(sale));
  const activity = activityOf(sale, { value, unitId: sale.energyUnitId }, { units });
  const allocation = allocationOf(sale);
  const { main, memos } = partsOf(sale);
  return {
    category: CATEGORY,
    ...activity,
    allocation,
    selector: { kind: main },
    additionalParts: memos.map(([part, kind]) => ({
      part,
      category: CATEGORY,
      quantity: activity.quantity,
      allocation,
      selector: { kind },
      memo: true,
      optional: true,
    })),
  };
}

interface Parts {
  main: Kind;
  memos: readonly (readonly [part: string, kind: Kind])[];
}

const [, UPSTREAM, LOSSES, LOSSES_UPSTREAM] = OF_ELECTRICITY;

function partsOf({ energyType, vehicleFuelId, fuelKey, country }: Sale): Parts {
  const library = (category: string, key: string): Kind => ({ case: "library", value: { category, key, country } });
  if (energyType === "electricity") {
    const grid = ({ library: category }: { library: string }) => library(category, GRID);
    return {
      // The contracts of customers are unknown, so the grid average of the country of use counts.
      main: grid(OF_ELECTRICITY[0]!),
      memos: [
        ["use_losses", grid(LOSSES!)],
        ["use_upstream", grid(UPSTREAM!)],
        ["use_losses_upstream", grid(LOSSES_UPSTREAM!)],
      ],
    };
  }
  if (vehicleFuelId === null)
    return { main: library("fuels", fuelKey!), memos: [["use_upstream", library("fuels_upstream", fuelKey!)]] };
  const vehicle = (part: VehiclePart): Kind => ({ case: "vehicle", value: { part, vehicleFuelId, country } });
  return { main: vehicle(VehiclePart.EXHAUST), memos: [["use_upstream", vehicle(VehiclePart.UPSTREAM)]] };
}
