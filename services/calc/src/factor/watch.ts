import { filterOf } from "@emissions/kit/messages/stream";
import type { Background } from "@emissions/kit/process/repeat";
import { FactorsChangedSchema } from "@emissions/proto/factors/v1/selection_service";
import type { NatsConnection } from "@nats-io/transport-node";

/**
 * Clears the cache on every FactorsChanged event. Each replica has its own cache, so each has its own core NATS
 * subscription instead of a shared consumer. Events can be lost during a disconnect, so a reconnect clears the cache too.
 */
export function watchFactors(nats: NatsConnection, clear: () => void): Background {
  const subscription = nats.subscribe(filterOf(FactorsChangedSchema.typeName), { callback: () => clear() });
  let watching = true;
  void (async () => {
    for await (const status of nats.status()) {
      if (!watching) return;
      if (status.type === "reconnect") clear();
    }
  })();
  return {
    stop: async () => {
      watching = false;
      subscription.unsubscribe();
    },
  };
}
