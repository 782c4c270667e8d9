import { unitId } from "@emissions/quantity/catalogue-id";
import type { Backend, Caller } from "../backend.ts";
import { table } from "../catalogue.ts";

/** The lists of the API that random records draw from. */
export interface Catalogue {
  units: readonly Unit[];
  sectors: readonly string[];
  materials: readonly string[];
  fuels: readonly Fuel[];
  refrigerants: readonly Fuel[];
  suppliers: readonly string[];
  /** Pairs of waste and treatment that have a figure. */
  wastes: readonly { ler_code_id: string; waste_rd_code_id: string }[];
  vehicleFuels: readonly Fuel[];
  combinations: readonly object[];
  tocs: readonly string[];
  logisticsFuels: readonly string[];
  hotelCountries: readonly string[];
}

export interface Unit {
  id: string;
  code: string;
  dimension: string;
  numerator: string;
  denominator: string;
}

export interface Fuel {
  id: string;
  country: string;
  units: readonly string[];
}

interface Listed extends Record<string, unknown> {
  id: string;
}
interface ListedFuel extends Listed {
  country: string;
  units: Listed[];
}

const PAGE = 100;
/** Pages that are far from one another, because neighbours have one name or code. */
const PAGES = [1, 3, 5, 7, 9, 11];

export async function catalogueOf(backend: Backend, as: Caller, facilityId: string): Promise<Catalogue> {
  const get = async <T = Listed[]>(path: string): Promise<T> => (await backend.call("GET", path, { as })).json;
  const paged = async (path: string): Promise<Listed[]> => {
    const some = PAGES.map((page) => get<{ items: Listed[] }>(`${path}size=${PAGE}&page=${page}`));
    return (await Promise.all(some)).flatMap(({ items }) => items);
  };
  const fuelOf = ({ id, country, ...fuel }: ListedFuel): Fuel => ({
    id,
    country,
    units: ((fuel.fuel_units ?? fuel.units) as Listed[]).map((unit) => unit.id),
  });
  const fuels = await get<ListedFuel[]>(`/v1/facilities/${facilityId}/fuels`);
  const fuelsFor = (purpose: string) =>
    fuels
      .filter(({ category }) => category === purpose)
      .map(fuelOf)
      .filter(({ units }) => units.length > 0);
  const codes = [...(await get("/v1/wastes/ler-codes")), ...(await get("/v1/wastes/rd-codes"))];
  const idByCode = new Map(codes.map(({ code, id }) => [code, id]));
  return {
    units: table("units.csv").map(({ code, dimension, to_base_numerator, to_base_denominator }) => ({
      id: unitId(code!),
      code: code!,
      dimension: dimension!,
      numerator: to_base_numerator!,
      denominator: to_base_denominator!,
    })),
    sectors: (await paged("/v1/sectors?")).map(({ code }) => code as string),
    materials: [
      ...new Set((await paged("/v1/emission-factors/library?category=materials&")).map((m) => m.name)),
    ] as string[],
    fuels: fuelsFor("heat"),
    refrigerants: fuelsFor("recharge"),
    suppliers: (await get("/v1/energy-suppliers")).map(({ id }) => id),
    wastes: (await paged("/v1/waste-efs?")).map(({ low_code, rd_code }) => ({
      ler_code_id: idByCode.get(low_code)!,
      waste_rd_code_id: idByCode.get(rd_code)!,
    })),
    vehicleFuels: (await get<ListedFuel[]>("/v1/vehicle-fuels")).map(fuelOf),
    combinations: await get("/v1/transports/combinations"),
    tocs: (await get("/v1/logistics/tocs")).map(({ toc }) => toc as string),
    logisticsFuels: (await get<{ fuels: Listed[] }>("/v1/logistics/fuels")).fuels.map(({ id }) => id),
    hotelCountries: await get<string[]>("/v1/hotel-stays/available-countries"),
  };
}
