import type { Call } from "@emissions/kit/db/transactions";
import { type Check, missing, unknown, violation } from "@emissions/kit/wire/checks";
import { forward } from "@emissions/kit/wire/forward";
import type { LibrarySupplier } from "@emissions/proto/factors/v1/energy_supplier_service";
import { FuelPurpose, type LibraryFuel } from "@emissions/proto/factors/v1/facility_catalogue_service";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import type { Context } from "../context.ts";
import { checkFactors, type Factors } from "../records/custom-factors.ts";
import type { InvoiceType, InvoiceValues } from "./rules.ts";

/** What an invoice names, as the factors service knows it. */
export interface References {
  units: ReadonlyMap<string, UnitDetail>;
  suppliers: ReadonlyMap<string, LibrarySupplier>;
  factors: Factors;
  /** The fuel by country: its units differ. Empty when none was named. */
  fuels: ReadonlyMap<string, LibraryFuel | undefined>;
}

/** What the library calls fuel and supplier; kept with the invoice. */
export interface Keys {
  fuelCategory: string | null;
  fuelKey: string | null;
  supplierKey: string | null;
}

type Asking = Call & Parameters<typeof forward>[0];

/** Looks up what an invoice names, for the countries of its facilities. */
export async function lookUp(
  { units, energySuppliers, factors, fuels }: Context,
  call: Asking,
  { invoice, countries }: { invoice: InvoiceValues; countries: readonly string[] },
): Promise<References> {
  const id = invoice.facilityFuelId;
  const fuelIn = async (country: string) => {
    if (id === null) return undefined;
    return (await fuels.lookUpFacilityFuels({ country, ids: [id] }, forward(call))).fuels[0];
  };
  // Whether there is such a fuel is the same everywhere.
  const asked = countries.length > 0 || id === null ? [...new Set(countries)] : [""];
  const [known, suppliers, own, found] = await Promise.all([
    units.all(),
    energySuppliers.all(),
    factors.inForce(call, [invoice]),
    Promise.all(asked.map(async (country) => [country, await fuelIn(country)] as const)),
  ]);
  return { units: known, suppliers, factors: own, fuels: new Map(found) };
}

/** For reading: what an invoice that stays priced as it is shows of what it names. */
export async function forNames(
  { units, factors }: Context,
  call: Asking,
  invoices: readonly InvoiceValues[],
): Promise<References> {
  const [known, own] = await Promise.all([units.all(), factors.forNames(call, invoices)]);
  return { units: known, factors: own, suppliers: new Map(), fuels: new Map() };
}

export const keysOf = ({ facilityFuelId, supplierId }: InvoiceValues, { fuels, suppliers }: References): Keys => {
  const fuel = facilityFuelId === null ? undefined : [...fuels.values()].find((one) => one !== undefined);
  return {
    fuelCategory: fuel?.category ?? null,
    fuelKey: fuel?.key ?? null,
    supplierKey: (supplierId !== null && suppliers.get(supplierId)?.key) || null,
  };
};

/**
 * Fuels are looked up for a country before the invoice is locked. Meanwhile it may have come to name another one, or its
 * facility to stand elsewhere.
 */
export function hasFuel({ fuels }: References, { facilityFuelId }: InvoiceValues, country: string): boolean {
  if (facilityFuelId === null) return true;
  return fuels.has(country) && (fuels.get(country)?.id ?? facilityFuelId) === facilityFuelId;
}

const PURPOSE: Partial<Record<InvoiceType, FuelPurpose>> = {
  heat: FuelPurpose.HEAT,
  recharge: FuelPurpose.RECHARGE,
  // The catalogue of refrigerants has the potentials of all gases.
  process: FuelPurpose.RECHARGE,
};
/** What a custom record has to be for. */
const RECORD_CATEGORY: Record<InvoiceType, string> = {
  heat: "stationary",
  electricity: "electricity",
  water: "water",
  recharge: "recharge",
  process: "process",
};
const DIMENSION: Partial<Record<InvoiceType, string>> = { electricity: "energy", water: "volume" };

/** Whether what the invoice names is there, and fits. */
export function checkReferences(type: InvoiceType, invoice: InvoiceValues, references: References): Check[] {
  const { supplierId } = invoice;
  return [
    ...checkFactors(invoice, references.factors, { recordCategory: RECORD_CATEGORY[type] }),
    ...(supplierId !== null && !references.suppliers.has(supplierId) ? [unknown("supplier_id")] : []),
    ...checkFuel(type, invoice, references),
    ...checkUnit(type, invoice, references),
  ];
}

function checkFuel(type: InvoiceType, { facilityFuelId }: InvoiceValues, { fuels }: References): Check[] {
  if (facilityFuelId === null) return [];
  const field = "facility_fuel_id";
  const found = [...fuels.values()];
  if (found.length === 0 || found.includes(undefined)) return [unknown(field)];
  if (found[0]!.purpose === PURPOSE[type]) return [];
  return [violation(field, "value_error.fuel_purpose", `not what invoices of type ${type} are about`)];
}

/** With a custom group the unit is not asked for. */
function checkUnit(type: InvoiceType, invoice: InvoiceValues, { units, factors, fuels }: References): Check[] {
  const { unitId, customEfRecordId, customEmissionFactorId } = invoice;
  if (unitId === "") return [missing("unit_id")];
  const unit = units.get(unitId);
  if (unit === undefined) return [unknown("unit_id")];
  if (customEmissionFactorId !== null) return [];
  const record = customEfRecordId === null ? undefined : factors.records.get(customEfRecordId);
  const fits =
    customEfRecordId !== null
      ? !record?.found || record.unitId === unitId
      : DIMENSION[type] !== undefined
        ? unit.dimension === DIMENSION[type]
        : [...fuels.values()].every((fuel) => !fuel || takes(fuel, unitId));
  return fits ? [] : [violation("unit_id", "value_error.unit_not_allowed", "no factor for it takes this unit")];
}

/** Where no factor reaches the country, the calculation says so. */
const takes = ({ units }: LibraryFuel, unitId: string) => units.length === 0 || units.some(({ id }) => id === unitId);
