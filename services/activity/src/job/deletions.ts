/** Called in this process as soon as a deletion is committed; other processes find it by polling. */
const listeners = new Set<() => void>();

export const deletionBegun = (): void => {
  for (const listener of listeners) listener();
};

/** Returns the function that ends the subscription. */
export function onDeletionBegun(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
