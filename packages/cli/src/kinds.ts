import type { Operations } from "@emissions/client";
import { type Resource, resources } from "@emissions/client/resources";

/** A kind of record, as the command line names it. */
export interface Kind extends Pick<Resource, "create" | "list" | "get" | "remove" | "columns"> {
  /** Singular, in kebab case. */
  name: string;
  /** Absent for kinds without emissions of their own. */
  explain?: keyof Operations;
}

/** All kinds, from the description of the API. */
export const KINDS: readonly Kind[] = resources.map(({ one, calculation, ...operations }: Resource) => ({
  ...operations,
  name: one.replaceAll("_", "-"),
  ...(calculation && { explain: calculation }),
}));

/** Operations whose options come from the description of the API, besides those of the kinds. */
export const STATEMENTS = { totals: "getTotalImpacts", inventory: "getInventory" } as const;
