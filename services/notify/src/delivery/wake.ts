import type { Place } from "./due.ts";

type Listener = (place: Place) => void;

/** Told in this process as soon as deliveries are committed; other processes find them by looking. */
const listeners = new Set<Listener>();

/** Deliveries to the endpoint are due. */
export const deliveriesWait: Listener = (place) => {
  for (const listener of listeners) listener(place);
};

/** Answers with what ends the listening. */
export function onDeliveriesWait(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
