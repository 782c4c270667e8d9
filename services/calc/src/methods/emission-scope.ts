import type { Scope } from "./method.ts";

/** The GHG Protocol scope of emissions (docs/scopes.md), and the name of the part in the explanation. */
export interface EmissionScope {
  scope: Scope;
  part: string;
}

export const PURCHASE: EmissionScope = { scope: 3, part: "purchase" };

/** By the category of the record, for custom factors: these have no scope of their own. */
const OF_CATEGORY: ReadonlyMap<string, EmissionScope> = new Map([
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

/** Throws for an unknown category: a guess would add emissions to the wrong total. */
export function scopeOfCategory(category: string): EmissionScope {
  const emissionScope = OF_CATEGORY.get(category);
  if (emissionScope === undefined) throw new RangeError(`No scope is settled for ${category}.`);
  return emissionScope;
}

/** By the category of the library. The first match applies: `fuels_upstream` is not `fuels`. */
const IN_LIBRARY: readonly [name: RegExp, emissionScope: EmissionScope][] = [
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

export const scopeOfLibraryCategory = (category: string): EmissionScope =>
  knownScope(category) ?? { scope: 3, part: "activity" };

/** The scope of a method, unless the library category of the factor belongs to another scope. */
export function scopeOf({ lookedUpIn }: { lookedUpIn: string }, own: EmissionScope): EmissionScope {
  const known = knownScope(lookedUpIn);
  return known === undefined || known.scope === own.scope ? own : known;
}

const knownScope = (category: string): EmissionScope | undefined =>
  IN_LIBRARY.find(([name]) => name.test(category))?.[1];
