/** Told in this process as soon as deliveries are committed; other processes find them by looking. */
const listeners = new Set<() => void>();

export const deliveriesWait = (): void => {
  for (const listener of listeners) listener();
};

/** Answers with what ends the listening. */
export function onDeliveriesWait(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
