import type { EndpointKey } from "./due-endpoints.ts";

type Listener = (endpoint: EndpointKey) => void;

/** Listeners in this process. Other processes find due deliveries by polling. */
const listeners = new Set<Listener>();

/** Signals that an endpoint has due deliveries. Call it after the commit. */
export const signalDue: Listener = (endpoint) => {
  for (const listener of listeners) listener(endpoint);
};

/** Returns a function that removes the listener. */
export function onDue(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
