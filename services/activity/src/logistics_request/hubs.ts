import type { Tx } from "@emissions/kit/db/transactions";

/** A hub that a leg may name. */
export interface Hub {
  type: "owned" | "subcontracted";
  category: string | null;
}

/** The existing hubs, by id. */
export const lookUpHubs = async (_tx: Tx, _org: string, _ids: readonly string[]): Promise<ReadonlyMap<string, Hub>> =>
  new Map();
