import type { LibrarySelector } from "@emissions/proto/factors/v1/selection_service";
import type { KeyStep } from "../sectors.ts";
import type { Lookup } from "./lookup.ts";

/** The scheme of all keys that are the library's own. */
export const LIBRARY_SCHEME = "library";

interface StandIn {
  category: string;
  /** Where it is not the key that was asked for. */
  key?: string;
  label: string;
}

const GRID = "grid";

const LIFE_CYCLE: StandIn = {
  category: "electricity_life_cycle",
  label: "life-cycle figure in place of a grid average",
};
const LOCATION: StandIn = { category: "electricity_location", label: "grid average in place of a residual mix" };
const RESIDUAL_MIX: StandIn = {
  category: "electricity_residual_mix",
  label: "residual mix in place of a supplier's mix",
};

/**
 * What counts where nothing better is published: the order of the GHG Protocol's Scope 2 Guidance, table 6.2 and 6.3. A
 * supplier that publishes no mix sells what nobody has claimed, the residual mix; where that is not known either, the
 * average of the grid is the nearest to it.
 */
const STAND_INS: ReadonlyMap<string, readonly StandIn[]> = new Map([
  ["electricity_location", [LIFE_CYCLE]],
  ["electricity_residual_mix", [LOCATION, LIFE_CYCLE]],
  ["electricity_supplier", [RESIDUAL_MIX, LOCATION, LIFE_CYCLE].map((standIn) => ({ ...standIn, key: GRID }))],
]);

export function lookUpLibrary({ category, key, country }: LibrarySelector): Lookup {
  const own: KeyStep = { category, scheme: LIBRARY_SCHEME, key, label: `${category} ${key}` };
  const others = STAND_INS.get(category) ?? [];
  return { steps: [own, ...others.map((other) => ({ key, ...other, scheme: LIBRARY_SCHEME }))], country };
}
