import { create } from "@bufbuild/protobuf";
import { enumText } from "@emissions/kit/wire/enum";
import { FreightPart, type HubCategory, HubCategorySchema } from "@emissions/proto/factors/v1/freight";
import { CalorificBasis, LibrarySelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import type { FreightKeys, LogisticsFuelRow } from "../../catalogue/freight.ts";
import type { KeyStep, Marks } from "../../catalogue/sectors.ts";
import { failure } from "../answer.ts";
import { LIBRARY_SCHEME, lookUpLibrary } from "./library.ts";
import type { Lookup } from "./lookup.ts";

const FREIGHT = "freight";
const HUBS = "logistics_hubs";
const UPSTREAM = "_upstream";
/** The key of zero emissions of operation. */
const BATTERY_ELECTRIC = "battery_electric";

/** DESNZ publishes plug-in hybrids with the electricity of this country, so the figures are not `GLO`. */
const COUNTRY_OF_HYBRIDS = "GB";

/** Flights of goods between places outside of the United Kingdom. */
const FLIGHTS_ELSEWHERE = "air/international/";

const PROXY: Marks = { proxy: true };

/** All of the selector but the means of transport. */
export interface Shipment {
  part: FreightPart;
  /** Empty if it is unknown. */
  country: string;
  refrigerated: boolean;
  shortHaul: boolean;
}

/** The keys of a vehicle, ship or aircraft with an engine. */
export function lookUpTransport(means: FreightKeys, { part, country, refrigerated, shortHaul }: Shipment): Lookup {
  const category = part === FreightPart.ENERGY_PROVISION ? `${FREIGHT}${UPSTREAM}` : FREIGHT;
  const keys = shortHaul && means.shortHaulKeys.length > 0 ? means.shortHaulKeys : means.keys;
  const steps = keys.map((key, at): KeyStep => {
    const standsFor = at === keys.length - 1 ? means.standsFor : "";
    const label = standsFor || `${category} ${key}`;
    const place = key.startsWith(FLIGHTS_ELSEWHERE) ? { place: "elsewhere" as const } : {};
    return { category, scheme: LIBRARY_SCHEME, key, label, ...place, ...(standsFor !== "" && { marks: PROXY }) };
  });
  const kept = refrigerated ? steps.flatMap(withRefrigeration) : steps;
  return { steps: kept, country, standInCountry: COUNTRY_OF_HYBRIDS };
}

/** Keys with the same vehicle, and the key where its goods are kept at a controlled temperature. */
const REFRIGERATED: readonly [ambient: RegExp, refrigerated: string][] = [
  [/^hgv\//, "hgv_refrigerated/"],
  [/^cargo_ship\/container_ship\/.*/, "cargo_ship/container_ship/industry_average_reefer"],
];

/** Without a figure of its own, that of ambient goods stands in. */
function withRefrigeration(step: KeyStep): KeyStep[] {
  if (/refrigerated|reefer/.test(step.key)) return [step];
  const ambient = { ...step, marks: PROXY, label: `${step.label}, without refrigeration` };
  const rule = REFRIGERATED.find(([pattern]) => pattern.test(step.key));
  if (rule === undefined) return [ambient];
  const key = step.key.replace(rule[0], rule[1]);
  return [{ ...step, key, label: `${step.category} ${key}` }, ambient];
}

/** Only the electricity of a battery-electric vehicle has emissions. */
export const lookUpElectricOperation = (category: "freight" | "vehicle_fuels", country: string): Lookup => ({
  steps: [{ category, scheme: LIBRARY_SCHEME, key: BATTERY_ELECTRIC, label: "operation of an electric vehicle" }],
  country,
});

/** Figures of hubs are of operation and energy provision together. */
export function lookUpHub(hub: HubCategory, { part, country }: Shipment): Lookup {
  const key = enumText(HubCategorySchema, hub);
  if (part !== FreightPart.OPERATION) return failure("FACTOR_NOT_FOUND", "The figure of a hub has all its emissions.");
  const step = { category: HUBS, scheme: LIBRARY_SCHEME, key, label: `hub ${key}` };
  return { steps: [step], country };
}

/** The keys of a fuel, as for the vehicles of an organization. */
export function lookUpLogisticsFuel(fuel: LogisticsFuelRow, { part, country }: Shipment): Lookup {
  const category = part === FreightPart.ENERGY_PROVISION ? `${fuel.category}${UPSTREAM}` : fuel.category;
  const lookups = fuel.keys.map((key) =>
    lookUpLibrary(
      create(LibrarySelectorSchema, { category, key, country, calorificBasis: CalorificBasis.UNSPECIFIED }),
    ),
  );
  const [first] = lookups;
  if (first === undefined || "failureCode" in first) return failure("FACTOR_NOT_FOUND", `No factor of ${fuel.name}.`);
  const steps = lookups.flatMap((lookup) => ("steps" in lookup ? lookup.steps : []));
  // EPA states of pure biofuels only the biogenic CO2.
  return { ...first, steps: steps.map((step) => ({ ...step, needsCo2: true })) };
}
