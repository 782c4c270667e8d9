import { newId } from "@emissions/kit/process/id";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import type { Backend, Caller } from "../backend.ts";
import type { Fuel } from "./catalogue.ts";

/** Ids by the names that drawn records have in their place: "@facility ES". Each organization has its own. */
export type Owners = ReadonlyMap<string, string>;

export const COUNTRIES = ["ES", "GB", "US", "DE", "FR", "SE"] as const;
export const EMPLOYEES = 3;
export const VEHICLE_TYPES = ["car", "van", "truck", "motorcycle"] as const;
const SIZES = ["small_car", "medium", "large_car"] as const;
/** Of each, the first one is per use, and the last one has life-cycle stages. */
export const PRODUCTS = ["Kettle", "Boiler", "Lamp"] as const;
export const HUB_CATEGORIES = [
  "warehouse_ambient",
  "transshipment_mixed",
  "maritime_container_terminals_ambient",
] as const;

/** Categories of own factors, with their unit. */
export const OWN_FACTORS: Readonly<Record<string, readonly string[]>> = {
  purchases: ["EUR", "kg"],
  electricity: ["kWh"],
  stationary: ["m3"],
  water: ["m3"],
  recharge: ["kg"],
  process: ["kg"],
  wastes: ["kg"],
  waste_water_treatments: ["m3"],
  hotel_stays: ["room_night"],
  business_travels: ["km", "pkm"],
  logistics: ["tkm"],
  employee_commuting: ["km", "pkm", "fte_hour"],
  sold_products: ["piece"],
};

export type Send = <T = { id: string }>(method: string, path: string, body?: object) => Promise<T>;

/** Requests in the name of one caller, which throw at a refusal. */
export const sender =
  (backend: Backend, as: Caller): Send =>
  async (method, path, body) => {
    const headers = { "idempotency-key": newId() };
    const { status, text, json } = await backend.call(method, path, {
      as,
      headers,
      ...(body !== undefined && { body }),
    });
    if (status >= 300) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${status} ${text}`);
    return json;
  };

export async function addFacilities(send: Send): Promise<Owners> {
  const records = COUNTRIES.map((country) => ({ name: `Plant ${country}`, type: "plant", country }));
  const { items } = await send<{ items: { id: string }[] }>("POST", "/v2/facilities", { records });
  return new Map(items.map(({ id }, at) => [`@facility ${COUNTRIES[at]}`, id]));
}

/** Owners and factors that records name, besides facilities: the same in each organization. */
export async function addOwners(send: Send, vehicleFuels: readonly Fuel[]): Promise<Owners> {
  const owners = new Map<string, string>();
  const add = async (name: string, path: string, body: object) => {
    const { id, product_id } = await send<{ id?: string; product_id?: string }>("POST", path, body);
    owners.set(name, (id ?? product_id)!);
  };
  for (const country of ["ES", "US"])
    await add(`@supplier ${country}`, "/v1/suppliers", { business_name: `Supplier ${country}`, country });
  for (const [at, { id, country }] of vehicleFuels.entries())
    await add(`@vehicle ${at}`, "/v1/vehicles", {
      license_plate: `V ${at}`,
      type: at % 5 === 0 ? "freight" : "passenger",
      ownership: "owned",
      unknown_vehicle_id: catalogueId("unknown_vehicle", VEHICLE_TYPES[at % VEHICLE_TYPES.length]!),
      country,
      vehicle_fuel_id: id,
      registration_year: 2010 + (at % 12),
      ...(at % 3 > 0 && { size: SIZES[at % SIZES.length] }),
    });
  for (let at = 0; at < EMPLOYEES; at++)
    await add(`@employee ${at}`, "/v1/employees", { name: `Employee ${at}`, situation: "active", status: "uploaded" });
  for (const [at, product] of PRODUCTS.entries()) await addProduct(add, product, at);
  for (const category of HUB_CATEGORIES)
    await add(`@hub ${category}`, "/v1/logistic-hubs", { name: category, type: "subcontracted", category });
  await addOwnFactors(send, owners);
  return owners;
}

function addProduct(add: (name: string, path: string, body: object) => Promise<void>, product: string, at: number) {
  const gas = {
    unit_id: unitId("m3"),
    energy_type: "fuel",
    facility_fuel_id: catalogueId("facility_fuel", "fuels/natural_gas"),
  };
  const energy = { quantity: 0.8, ...(at === 1 ? gas : { unit_id: unitId("kWh"), energy_type: "electricity" }) };
  return add(`@product ${product}`, "/v1/sold-products", {
    product_name: product,
    lifetime_years: 4 + at,
    ...(at === 0 ? { uses_per_year: 200, energy_per_use: energy } : { energy_per_year: energy }),
    ...(at === 2 && {
      manufacture: { co2e: 12.5, source: "Environmental product declaration" },
      end_of_life: { co2e: 0.75, source: "Environmental product declaration" },
    }),
  });
}

const GASES = [
  { gas_type: "co2", value: "1.7" },
  { gas_type: "ch4", value: "3.25" },
  { gas_type: "n2o", value: "0.5" },
];

/** Of each category and unit a record by gases, and a group by CO2e alone. */
async function addOwnFactors(send: Send, owners: Map<string, string>): Promise<void> {
  const databases = "/v1/emission-factors/custom-databases";
  const { id: database } = await send("POST", databases, { name: "Own factors" });
  const versions = `${databases}/${database}/versions`;
  const { id: version } = await send("POST", versions, { name: "1" });
  for (const [category, units] of Object.entries(OWN_FACTORS))
    for (const unit of units) {
      const name = `Own ${category} ${unit}`;
      const { id } = await send("POST", `${versions}/${version}/records`, {
        ...{ name, unit_id: unitId(unit), tag: "advanced", activity_categories: [category], factors: GASES },
      });
      owners.set(`@own ${category} ${unit}`, id);
    }
  const { id: group } = await send("POST", "/v1/custom-emission-groups", {
    name: "Own materials",
    category: "purchases",
  });
  const factor = {
    name: "By weight",
    unit_id: unitId("kg"),
    tag: "simple",
    gases: [{ gas_type: "co2e", value: "2.53" }],
  };
  await send("POST", `/v1/custom-emission-groups/${group}/factors`, factor);
  owners.set("@group purchases", group);
}

/** The body with ids of one organization in place of names. */
export const resolved = (body: object, owners: Owners): Record<string, unknown> =>
  JSON.parse(JSON.stringify(body), (_, value) => {
    if (typeof value !== "string" || !value.startsWith("@")) return value;
    const id = owners.get(value);
    if (id === undefined) throw new Error(`no ${value}`);
    return id;
  });
