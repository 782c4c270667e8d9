import { chunked } from "@emissions/kit/db/chunked";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, unknown, violation } from "@emissions/kit/wire/checks";
import { forward } from "@emissions/kit/wire/forward";
import type { LibrarySupplier } from "@emissions/proto/factors/v1/energy_supplier_service";
import { FuelPurpose, type LibraryFuel } from "@emissions/proto/factors/v1/facility_catalogue_service";
import type { Context } from "../context.ts";
import { concurrentChange } from "../records/custom-factors.ts";
import type { Caller, CheckContext, Lookups } from "../records/kind.ts";
import { BOUGHT_HEAT } from "./input.ts";
import type { Invoice, InvoiceType, LibraryKeys } from "./row.ts";

/** Fuels by id; undefined for unknown ones. */
type Fuels = ReadonlyMap<string, LibraryFuel | undefined>;

/** Entries of the library that invoices name. */
export interface References {
  energySuppliers: ReadonlyMap<string, LibrarySupplier>;
  /** By country, because its units differ. */
  fuelsOf: ReadonlyMap<string, Fuels>;
}

/** Fuels of one lookup. */
const FUELS_MAX = 100;

/** Looks up fuels for the countries of the facilities, and energy suppliers. Records that keep their factor need neither. */
export async function lookUpReferences(
  { db, energySuppliers, fuels }: Context,
  call: Caller,
  invoices: readonly Invoice[],
  purpose: "price" | "show",
): Promise<References> {
  if (purpose === "show") return { energySuppliers: new Map(), fuelsOf: new Map() };
  const ids = [...new Set(invoices.flatMap(({ facilityFuelId }) => facilityFuelId ?? []))];
  const facilityIds = [...new Set(invoices.map(({ facilityId }) => facilityId))].filter(isId);
  const found = ids.length === 0 ? [] : await db.read(call, (tx, org) => selectCountries(tx, org, facilityIds));
  // Whether a fuel exists is the same for all countries.
  const countries = found.length === 0 && ids.length > 0 ? [""] : found;
  const fuelsIn = async (country: string): Promise<Fuels> => {
    const pieces = await Promise.all(
      [...chunked(ids, FUELS_MAX)].map((piece) => fuels.lookUpFacilityFuels({ country, ids: piece }, forward(call))),
    );
    const known = new Map(pieces.flatMap((piece) => piece.fuels.map((fuel) => [fuel.id, fuel] as const)));
    return new Map(ids.map((id) => [id, known.get(id)]));
  };
  const [suppliers, fuelsOf] = await Promise.all([
    energySuppliers.all(),
    Promise.all(countries.map(async (country) => [country, await fuelsIn(country)] as const)),
  ]);
  return { energySuppliers: suppliers, fuelsOf: new Map(fuelsOf) };
}

async function selectCountries(tx: Tx, org: string, facilityIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ country: string }[]>`
    select distinct country from facilities
    where organization_id = ${org} and id = any(${facilityIds as string[]}::uuid[])`;
  return rows.map(({ country }) => country);
}

export function libraryKeysOf({ facilityFuelId, supplierId }: Invoice, { fuelsOf, energySuppliers }: References) {
  const fuel = facilityFuelId === null ? undefined : [...fuelsOf.values()][0]?.get(facilityFuelId);
  return {
    fuelCategory: fuel?.category ?? null,
    fuelKey: fuel?.key ?? null,
    supplierKey: (supplierId !== null && energySuppliers.get(supplierId)?.key) || null,
  } satisfies LibraryKeys;
}

const PURPOSE: Partial<Record<InvoiceType, FuelPurpose>> = {
  heat: FuelPurpose.HEAT,
  recharge: FuelPurpose.RECHARGE,
  // The catalogue of refrigerants has the potentials of all gases.
  process: FuelPurpose.RECHARGE,
};
const DIMENSION: Partial<Record<InvoiceType, string>> = { electricity: "energy", water: "volume" };

/** Whether the references of an invoice exist and fit. */
export function checkReferences(invoice: Invoice, lookups: Lookups & References, { country }: CheckContext): Check[] {
  const { supplierId, facilityFuelId } = invoice;
  const { fuelsOf, energySuppliers } = lookups;
  const fuels = fuelsOf.get(country) ?? [...fuelsOf.values()][0];
  // Another request moved the facility or changed the fuel after the lookup.
  if (facilityFuelId !== null && country !== "" && !fuelsOf.get(country)?.has(facilityFuelId)) throw concurrentChange();
  const fuel = fuels?.get(facilityFuelId ?? "");
  return [
    ...(supplierId !== null && !energySuppliers.has(supplierId) ? [unknown("supplier_id")] : []),
    ...checkFuel(invoice, fuel),
    ...checkUnit(invoice, fuel, lookups),
    ...checkBasis(invoice, fuel, lookups),
  ];
}

function checkFuel({ type, facilityFuelId }: Invoice, fuel: LibraryFuel | undefined): Check[] {
  if (facilityFuelId === null) return [];
  const field = "facility_fuel_id";
  if (fuel === undefined) return [unknown(field)];
  if (fuel.purpose === PURPOSE[type]) return [];
  return [violation(field, "value_error.fuel_purpose", `not a fuel of invoices of type ${type}`)];
}

function checkUnit(
  { type, unitId, customEfRecordId, customEmissionFactorId }: Invoice,
  fuel: LibraryFuel | undefined,
  { units, factors }: Lookups,
): Check[] {
  if (unitId === "") return [];
  const unit = units.get(unitId);
  if (unit === undefined) return [unknown("unit_id")];
  if (customEmissionFactorId !== null) return [];
  const record = customEfRecordId === null ? undefined : factors.records.get(customEfRecordId);
  const fits =
    customEfRecordId !== null
      ? !record?.found || record.unitId === unitId
      : DIMENSION[type] !== undefined
        ? unit.dimension === DIMENSION[type]
        : fuel === undefined || isUnitOf(fuel, unitId);
  return fits ? [] : [violation("unit_id", "value_error.unit_not_allowed", "no factor for it takes this unit")];
}

/** Gross and net differ only for energies of fuels that are burned. */
function checkBasis(
  { type, calorificBasis, facilityFuelId, unitId }: Invoice,
  fuel: LibraryFuel | undefined,
  { units }: Lookups,
): Check[] {
  if (calorificBasis === null) return [];
  const isBurned = type === "heat" && facilityFuelId !== null && fuel?.category !== BOUGHT_HEAT;
  if (isBurned && units.get(unitId)?.dimension === "energy") return [];
  return [violation("calorific_basis", "value_error.calorific_basis", "only for a unit of energy of a burned fuel")];
}

/** Without a factor for the country the fuel has no units, and the calculation fails with the reason. */
const isUnitOf = ({ units }: LibraryFuel, unitId: string) =>
  units.length === 0 || units.some(({ id }) => id === unitId);
