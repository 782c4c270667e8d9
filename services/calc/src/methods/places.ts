import type { Scope } from "./method.ts";

/**
 * Where emissions belong: the scope of the GHG Protocol (docs/scopes.md), and the name of the part in the explanation.
 */
export interface Place {
  scope: Scope;
  part: string;
}

export const PURCHASE: Place = { scope: 3, part: "purchase" };

/** By the category of the record: for custom factors, which do not say to which scope they belong. */
const OF_CATEGORY: ReadonlyMap<string, Place> = new Map([
  ["combustion", { scope: 1, part: "combustion" }],
  ["vehicles", { scope: 1, part: "combustion" }],
  ["process", { scope: 1, part: "process" }],
  ["recharge", { scope: 1, part: "leakage" }],
  ["recharges", { scope: 1, part: "leakage" }],
  ["electricity", { scope: 2, part: "consumption" }],
  ["heat", { scope: 2, part: "consumption" }],
  ["purchases", PURCHASE],
  ["capital_goods", PURCHASE],
  ["energy_production", { scope: 3, part: "upstream" }],
  ["goods_received", { scope: 3, part: "transport" }],
  ["goods_shipped", { scope: 3, part: "transport" }],
  ["wastes", { scope: 3, part: "treatment" }],
  ["water", { scope: 3, part: "supply" }],
  ["travels", { scope: 3, part: "travel" }],
  ["employees", { scope: 3, part: "commuting" }],
  ["sold_products", { scope: 3, part: "use" }],
]);

/** A category without a place is refused: a guess would put emissions into the wrong total. */
export function placeOfCategory(category: string): Place {
  const place = OF_CATEGORY.get(category);
  if (place === undefined) throw new RangeError(`No scope is settled for ${category}.`);
  return place;
}

/** By the category of the library. The first match counts: `fuels_upstream` is not `fuels`. */
const IN_LIBRARY: readonly [name: RegExp, place: Place][] = [
  [/_losses_upstream$/, { scope: 3, part: "losses_upstream" }],
  [/_upstream$/, { scope: 3, part: "upstream" }],
  [/_losses$/, { scope: 3, part: "losses" }],
  [/^(fuels|vehicle_fuels|vehicle_distance)$/, { scope: 1, part: "combustion" }],
  [/^refrigerants$/, { scope: 1, part: "leakage" }],
  [/^(electricity|heat)/, { scope: 2, part: "consumption" }],
  [/^(waste|waste_materials|water_treatment)$/, { scope: 3, part: "treatment" }],
  [/^water_supply$/, { scope: 3, part: "supply" }],
  [/^freight$/, { scope: 3, part: "transport" }],
  [/^(passenger_transport|hotel_stays)$/, { scope: 3, part: "travel" }],
];

export const placeInLibrary = (category: string): Place => knownPlace(category) ?? { scope: 3, part: "activity" };

/**
 * The place `own` of an activity, unless its factor comes from a category of the library that belongs to another scope.
 */
export function placeOf({ lookedUpIn }: { lookedUpIn: string }, own: Place): Place {
  const known = knownPlace(lookedUpIn);
  return known === undefined || known.scope === own.scope ? own : known;
}

const knownPlace = (category: string): Place | undefined => IN_LIBRARY.find(([name]) => name.test(category))?.[1];
