import { filterOf } from "@emissions/kit/messages/stream";
import type { Background } from "@emissions/kit/process/repeat";
import { FactorsChangedSchema } from "@emissions/proto/factors/v1/selection_service";
import type { NatsConnection } from "@nats-io/transport-node";

/**
 * Tells when factors have changed. Every replica keeps answers of its own, so each listens for itself
 * instead of sharing a consumer; what is said while nobody listens is made up for after each reconnect.
 */
export function watchFactors(nats: NatsConnection, forget: () => void): Background {
  const subscription = nats.subscribe(filterOf(FactorsChangedSchema.typeName), { callback: () => forget() });
  let watching = true;
  void (async () => {
    for await (const status of nats.status()) {
      if (!watching) return;
      if (status.type === "reconnect") forget();
    }
  })();
  return {
    stop: async () => {
      watching = false;
      subscription.unsubscribe();
    },
  };
}
