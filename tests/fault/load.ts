import { setTimeout as pause } from "node:timers/promises";
import type { Backend, Caller } from "../support/backend.ts";
import { batchOf, FULL_RUN, weeksOf } from "./batches.ts";
import { purchaseOf, sendUntilAccepted } from "./purchases.ts";

export const CLIENTS = 3;
const WASTES = FULL_RUN ? 2_000 : 200;
/** Each third purchase is deleted at once. */
const DELETED = 3;

export interface Load {
  /** Purchases that were accepted, in order, and not deleted. */
  kept: string[];
  stop(): Promise<void>;
}

/** Clients that store and delete purchases and store batches of wastes, until they are stopped. */
export async function startLoad(backend: Backend, as: Caller, unit: string, plant: string): Promise<Load> {
  const kept: string[] = [];
  let stopping = false;
  let next = 0;
  const buy = async () => {
    while (!stopping) {
      const n = next++;
      const { id } = (await sendUntilAccepted(() => backend, as, "/v1/purchases", purchaseOf(n, unit))).json;
      if (n % DELETED === 0) await backend.call("DELETE", `/v1/purchases/${id}`, { as }).catch(() => null);
      else kept.push(id);
    }
  };
  const waste = async () => {
    for (let n = 0; !stopping; n++) {
      await sendUntilAccepted(() => backend, as, "/v2/wastes", batchOf(plant, { ...weeksOf(n % 24), records: WASTES }));
      await pause(500);
    }
  };
  const running = Promise.all([...Array.from({ length: CLIENTS }, buy), waste()]);
  return {
    kept,
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}
