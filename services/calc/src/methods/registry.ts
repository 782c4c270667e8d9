import { FreightPart, type FreightSelector } from "@emissions/proto/factors/v1/freight";
import type { Selector } from "@emissions/proto/factors/v1/selection_service";
import { activityFactor } from "./activity-factor/rules.ts";
import { averageData, closedLoop } from "./average-data/rules.ts";
import { carrierFuels } from "./carrier-fuels/rules.ts";
import { combustion } from "./combustion/rules.ts";
import { electricity } from "./electricity/rules.ts";
import { employees, methodOfCommute, methodOfEmployees } from "./employees/rules.ts";
import { energyProduction } from "./energy-production/rules.ts";
import { freight, freightEnergyProvision, hubs } from "./freight/rules.ts";
import { heat } from "./heat/rules.ts";
import { hotelStays } from "./hotel-stays/rules.ts";
import type { Method } from "./method.ts";
import { processGases } from "./process/rules.ts";
import { recharges } from "./recharges/rules.ts";
import { soldProducts } from "./sold-products/rules.ts";
import { spendBased } from "./spend/rules.ts";
import { supplierSpecific } from "./supplier-specific/rules.ts";
import { travels, travelsUpstream } from "./travels/rules.ts";
import { vehicles } from "./vehicles/rules.ts";
import { wastes } from "./wastes/rules.ts";
import { water } from "./water/rules.ts";

type Kind = NonNullable<Selector["kind"]["case"]>;

/** The method by the category of the activity. A new method needs a folder and a line here. */
const ofCategory: ReadonlyMap<string, Method> = new Map([
  ["combustion", combustion],
  ["electricity", electricity],
  ["energy_production", energyProduction],
  ["heat", heat],
  ["logistics_recharges", carrierFuels],
  ["process", processGases],
  ["recharges", recharges],
  ["sold_products", soldProducts],
  ["vehicles", vehicles],
  ["wastes", wastes],
  ["water", water],
]);

/** The method by the category of the library, for categories of activity with several methods. */
const ofLibraryCategory: ReadonlyMap<string, Method> = new Map([
  ["freight", freight],
  ["freight_upstream", freightEnergyProvision],
  ["hotel_stays", hotelStays],
  ["logistics_hubs", hubs],
  ["passenger_transport", travels],
  ["passenger_transport_upstream", travelsUpstream],
]);

/** The method by the kind of selector, for activities without a line above. */
const ofSelector: Readonly<Record<Kind, Method>> = {
  spend: spendBased,
  material: averageData,
  waste: wastes,
  library: activityFactor,
  vehicle: vehicles,
  customRecord: supplierSpecific,
  customGroup: supplierSpecific,
  travel: travels,
  freight,
  commute: employees.commuting,
};

const EMPLOYEES = "employees";
/** Its method is of energy; an own factor is of pieces. */
const SOLD_PRODUCTS = "sold_products";

interface Asked {
  category: string;
  selector: Selector | undefined;
}

/** Undefined for an unknown kind of selector: protobuf decodes it as an empty oneof. */
export function methodOf({ category, selector }: Asked): Method | undefined {
  const kind = selector?.kind;
  if (kind?.case === undefined) return undefined;
  if (kind.case === "material" && kind.value.recycled) return closedLoop;
  if (kind.case === "travel" && kind.value.upstream) return travelsUpstream;
  if (kind.case === "freight") return methodOfFreight(kind.value);
  if (kind.case === "commute") return methodOfCommute(kind.value);
  const isOwn = kind.case === "customRecord" || kind.case === "customGroup";
  if (isOwn && category === SOLD_PRODUCTS) return supplierSpecific;
  const ofLibrary = kind.case === "library" ? methodOfLibrary(category, kind.value.category) : undefined;
  return ofCategory.get(category) ?? ofLibrary ?? ofSelector[kind.case];
}

/** Factors of passenger transport apply to business travel and to commuting. */
const methodOfLibrary = (category: string, libraryCategory: string): Method | undefined =>
  (category === EMPLOYEES ? methodOfEmployees(libraryCategory) : undefined) ?? ofLibraryCategory.get(libraryCategory);

/** The category is that of the transport, received or shipped. So the selector decides about the part. */
function methodOfFreight({ activity, part }: FreightSelector): Method {
  if (activity.case === "logisticsFuelId") return carrierFuels;
  if (activity.case === "hubCategory") return hubs;
  return part === FreightPart.ENERGY_PROVISION ? freightEnergyProvision : freight;
}
