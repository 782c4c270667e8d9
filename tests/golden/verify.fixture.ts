import { create } from "@bufbuild/protobuf";
import type { UnitRow } from "@emissions/factors/catalogue/queries";
import { newId } from "@emissions/kit/process/id";
import { CertificateTechnology, CertificateType } from "@emissions/proto/activity/v1/certificate";
import { CommuteSelectorSchema, CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { FreightPart, FreightSelectorSchema } from "@emissions/proto/factors/v1/freight";
import {
  LibrarySelectorSchema,
  MaterialSelectorSchema,
  SpendSelectorSchema,
  VehiclePart,
  VehicleSelectorSchema,
} from "@emissions/proto/factors/v1/selection_service";
import {
  CabinClass,
  FlightType,
  RadiativeForcing,
  TransportType,
  TravelSelectorSchema,
} from "@emissions/proto/factors/v1/travel";
import { unitId } from "@emissions/quantity/catalogue-id";
import { daysIn } from "@emissions/quantity/period";
import fc from "fast-check";
import type { Activity, FactorsAndCalc } from "./services.ts";

type Snapshot = FactorsAndCalc["snapshot"];
type Factor = ReturnType<Snapshot["factors"]["get"]> extends readonly (infer F)[] | undefined ? F : never;

/** Amounts with up to 20 digits, up to 12 of them decimals. */
const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, decimals]) => {
    const text = digits.toString().padStart(decimals + 1, "0");
    const point = text.length - decimals;
    return decimals === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  });

/** The last day, and up to two and a half years before it. */
const days = fc
  .tuple(fc.integer({ min: 0, max: 2_500 }), fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 })))
  .map(([end, length]) => {
    const dayOf = (offset: number) => new Date(Date.UTC(2019, 0, 1 + offset)).toISOString().slice(0, 10);
    return { startDate: dayOf(Math.max(0, end - length)), day: dayOf(end) };
  });

/** A load or a distance, with at most 9 digits before the point, as in the API. Larger products have no column. */
const load = amount.map((value) => {
  const [whole, ...fraction] = value.split(".");
  return [BigInt(whole!.slice(-9)) || 1n, ...fraction].join(".");
});

const gwpSet = fc.constantFrom("AR4", "AR5", "AR6");
const share = fc.integer({ min: 0, max: 10_000 }).map((n) => (n === 10_000 ? "1" : `0.${String(n).padStart(4, "0")}`));

const CATEGORY: Readonly<Record<string, string>> = { fuels: "combustion", heat: "heat", refrigerants: "recharges" };

const library = (category: string, key: string, country: string) => ({
  case: "library" as const,
  value: create(LibrarySelectorSchema, { category, key, country }),
});

/** Records of every kind, for figures of the whole library. Some have no factor and fail. */
export function anyActivity(snapshot: Snapshot): fc.Arbitrary<Activity> {
  const factors = [...snapshot.factors.values()].flat();
  const inCategory = (category: string) => fc.constantFrom(...factors.filter((factor) => factor.category === category));
  const unitsOf = ({ unit }: Pick<Factor, "unit">): UnitRow[] => {
    const { dimension } = snapshot.unitsByCode.get(unit)!;
    return snapshot.units.filter((other) => other.dimension === dimension);
  };
  const measured = (factor: Factor) =>
    fc.record({ quantity: amount, unitId: fc.constantFrom(...unitsOf(factor)).map(({ id }) => id), days, gwpSet });
  const ofLibrary = (factor: Factor) =>
    measured(factor).map(({ days, ...rest }) => ({
      ...rest,
      ...days,
      category: CATEGORY[factor.category] ?? "purchases",
      selector: library(factor.category, factor.key, countryOf(factor)),
    }));
  const plain = fc.constantFrom(...factors.filter(({ scheme }) => scheme === "library")).chain(ofLibrary);
  const weighed = fc
    .constantFrom(...factors.filter(({ row }) => row.co2e === null && row.ch4 !== null))
    .chain(ofLibrary);
  const electricity = inCategory("electricity_location").chain((factor) =>
    fc.tuple(measured(factor), anyCoverage).map(([{ days, quantity, unitId, ...rest }, coverage]) => ({
      ...rest,
      ...days,
      certificates: certificatesOf(coverage, { ...days, quantity }),
      quantity,
      unitId,
      category: "electricity",
      selector: library("electricity_residual_mix", "grid", countryOf(factor)),
      additionalParts: [
        { part: "electricity_location_based", category: "electricity", in: "electricity_location", memo: true },
        { part: "electricity_generation", category: "energy_production", in: "electricity_upstream" },
        { part: "electricity_losses", category: "energy_production", in: "electricity_losses" },
      ].map(({ in: lookedUpIn, ...part }) => ({
        ...part,
        quantity: { value: { value: quantity }, unitId },
        selector: { kind: library(lookedUpIn, "grid", countryOf(factor)) },
        optional: true,
      })),
    })),
  );
  const waste = inCategory("waste").chain((factor) =>
    measured(factor).chain(({ days, ...rest }) =>
      fc.tuple(load, load).map(([tonnes, km]) => ({
        ...rest,
        ...days,
        category: "wastes",
        selector: library("waste", factor.key, countryOf(factor)),
        additionalParts: [
          {
            part: "transport",
            category: "wastes",
            quantity: { value: { value: product(tonnes, km) }, unitId: snapshot.unitsByCode.get("tkm")!.id },
            selector: { kind: library("freight", "hgv/average/diesel", countryOf(factor)) },
            allocation: `${tonnes} * ${km}`,
          },
        ],
      })),
    ),
  );
  const material = inCategory("materials").chain((factor) =>
    fc.tuple(measured(factor), share).map(([{ days, ...rest }, recycledShare]) => ({
      ...rest,
      day: days.day,
      recycledShare,
      selector: {
        case: "material" as const,
        value: create(MaterialSelectorSchema, { productName: factor.name, country: countryOf(factor) }),
      },
    })),
  );
  const spend = inCategory("spend").chain((factor) =>
    fc.tuple(measured(factor), share).map(([{ days, ...rest }, recycledShare]) => ({
      ...rest,
      day: days.day,
      recycledShare,
      selector: {
        case: "spend" as const,
        value: create(SpendSelectorSchema, { sector: factor.key, country: countryOf(factor) }),
      },
    })),
  );
  const vehicle = fc
    .record({
      quantity: amount,
      unit: fc.constantFrom("l", "kg", "kWh", "km", "mi", "gal_us"),
      fuel: fc.constantFrom(...snapshot.vehicleFuels),
      size: fc.constantFrom("", "small_car", "large_car"),
      vehicleType: fc.constantFrom("car", "van", "truck", "motorcycle"),
      days,
      gwpSet,
    })
    .map(({ quantity, unit, fuel, size, vehicleType, days, gwpSet }) => {
      const unitId = snapshot.unitsByCode.get(unit)!.id;
      const of = (part: VehiclePart) => ({
        case: "vehicle" as const,
        value: create(VehicleSelectorSchema, {
          part,
          vehicleFuelId: fuel.id,
          country: fuel.country,
          vehicleType,
          size,
        }),
      });
      return {
        quantity,
        unitId,
        ...days,
        gwpSet,
        category: "vehicles",
        selector: of(VehiclePart.EXHAUST),
        additionalParts: [
          {
            part: "vehicle_generation",
            category: "energy_production",
            quantity: { value: { value: quantity }, unitId },
            selector: { kind: of(VehiclePart.UPSTREAM) },
            optional: true,
          },
        ],
      };
    });
  const { combinations, tocs } = snapshot.freight;
  const means = [
    ...combinations.map(({ id }) => ({ case: "transportCombinationId" as const, value: id })),
    ...tocs.map(({ id }) => ({ case: "tocId" as const, value: id })),
  ];
  const battery = [...combinations, ...tocs]
    .filter(({ kwhPerTkm }) => kwhPerTkm !== null)
    .flatMap(({ id }) => means.filter(({ value }) => value === id));
  const freight = fc
    .record({
      tonnes: load,
      km: load,
      unit: fc.constantFrom("tkm", "kgkm", "short_ton_mi"),
      activity: fc.oneof(fc.constantFrom(...means), fc.constantFrom(...battery)),
      country: fc.constantFrom("GB", "US", "ES", "GLO"),
      refrigerated: fc.boolean(),
      days,
      gwpSet,
    })
    .map(({ tonnes, km, unit, days, gwpSet, ...shipment }) => {
      const amountOf = { value: { value: product(tonnes, km) }, unitId: snapshot.unitsByCode.get(unit)!.id };
      const of = (part: FreightPart) => ({
        case: "freight" as const,
        value: create(FreightSelectorSchema, { ...shipment, part }),
      });
      return {
        quantity: amountOf.value.value,
        unitId: amountOf.unitId,
        allocation: `${tonnes} * ${km}`,
        day: days.day,
        gwpSet,
        category: "goods_shipped",
        selector: of(FreightPart.OPERATION),
        additionalParts: [
          {
            part: "energy_provision",
            category: "goods_shipped",
            quantity: amountOf,
            selector: { kind: of(FreightPart.ENERGY_PROVISION) },
            allocation: `${tonnes} * ${km}`,
          },
        ],
      };
    });
  const others = [weighed, electricity, waste, material, spend, vehicle, freight, anyTrip, anyCommute];
  return fc.oneof({ weight: 4, arbitrary: plain }, ...others);
}

const BY_VEHICLE: readonly number[] = [TransportType.CAR, TransportType.MOTORBIKE];
const people = { km: load, country: fc.constantFrom("GB", "US", "ES", "DE", "BR"), days, gwpSet };
const unitOfTrips = (isVehicle: boolean) => unitId(isVehicle ? "km" : "pkm");

/** Journeys of people, with their upstream part as a memo item. */
const anyTrip = fc
  .record({
    ...people,
    transportType: fc.constantFrom(1, 2, 3, 5, 6, 7, 7, 8),
    cabinClass: fc.constantFrom(CabinClass.ECONOMY, CabinClass.BUSINESS, CabinClass.AVERAGE),
    flightType: fc.constantFrom(
      FlightType.DOMESTIC,
      FlightType.SHORT_HAUL_INTERNATIONAL,
      FlightType.LONG_HAUL_INTERNATIONAL,
    ),
    radiativeForcing: fc.constantFrom(RadiativeForcing.WITH, RadiativeForcing.WITHOUT),
  })
  .map(({ km, country, days, gwpSet, transportType, ...flight }) => {
    const of = (upstream: boolean) => ({
      case: "travel" as const,
      value: create(TravelSelectorSchema, {
        transportType,
        country,
        upstream,
        ...(transportType === TransportType.AIRCRAFT && { ...flight, distanceKm: { value: km } }),
      }),
    });
    const unit = unitOfTrips(BY_VEHICLE.includes(transportType));
    const trip = { quantity: km, unitId: unit, day: days.day, gwpSet, category: "travels", selector: of(false) };
    return { ...trip, additionalParts: [memoOf("travel_upstream", trip, of(true))] };
  });

/** Months of commuting. */
const anyCommute = fc.record({ ...people, transportType: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8) }).map((drawn) => {
  const { km, country, days, gwpSet, transportType } = drawn;
  const of = (upstream: boolean) => ({
    case: "commute" as const,
    value: create(CommuteSelectorSchema, { transportType, country, upstream }),
  });
  const byVehicle = transportType === CommuteTransport.CAR || transportType === CommuteTransport.MOTORBIKE;
  const commute = { quantity: km, unitId: unitOfTrips(byVehicle), gwpSet, category: "employees", selector: of(false) };
  return { ...commute, ...days, additionalParts: [memoOf("commuting_upstream", commute, of(true))] };
});

const memoOf = <S>(part: string, main: { quantity: string; unitId: string; category: string }, kind: S) => ({
  part,
  category: main.category,
  quantity: { value: { value: main.quantity }, unitId: main.unitId },
  selector: { kind },
  memo: true,
  optional: true,
});

/** Thousandths that certificates take of the days of a year, and whether one takes the rest. */
const anyCoverage = fc.record({
  thousandths: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 3 }),
  takesRest: fc.boolean(),
  isFirstYear: fc.boolean(),
  stated: fc.option(amount),
});
type Coverage = typeof anyCoverage extends fc.Arbitrary<infer C> ? C : never;

/** Certificates for the first or the last year of the record. */
function certificatesOf(
  { thousandths, takesRest, isFirstYear, stated }: Coverage,
  { quantity, startDate, day }: Record<"quantity" | "startDate" | "day", string>,
) {
  const year = (isFirstYear ? startDate : day).slice(0, 4);
  const first = startDate > `${year}-01-01` ? startDate : `${year}-01-01`;
  const last = day < `${year}-12-31` ? day : `${year}-12-31`;
  const amounts: (string | null)[] = thousandths.map((part) => {
    const whole = BigInt(quantity.split(".")[0]!) * BigInt(part) * BigInt(daysIn(first, last));
    return String(whole / (1000n * BigInt(daysIn(startDate, day))));
  });
  return [...amounts, ...(takesRest ? [null] : [])].map((covered, at) => ({
    certificateId: newId(),
    type: CertificateType.GUARANTEE_OF_ORIGIN,
    technology: at === 0 ? CertificateTechnology.BIOMASS : CertificateTechnology.WIND,
    country: "ES",
    year: Number(year),
    mwh: { value: "1" },
    ...(covered !== null && { quantity: { value: covered } }),
    startDate: first,
    endDate: last,
    ...(at === 1 && stated !== null && { emissionRate: { value: stated } }),
    multiplyBy: { value: "5" },
    divideBy: { value: "18000" },
  }));
}

/** A figure of a region is asked for in a country of its own. */
const countryOf = ({ region }: Pick<Factor, "region">): string => (/^[A-Z]{2}$/.test(region) ? region : "FR");

/** The exact product of two plain decimals. */
function product(a: string, b: string): string {
  const parts = [a, b].map((text) => text.split("."));
  const decimals = parts.reduce((sum, [, fraction = ""]) => sum + fraction.length, 0);
  const digits = parts.map((part) => BigInt(part.join(""))).reduce((x, y) => x * y);
  const text = digits.toString().padStart(decimals + 1, "0");
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
