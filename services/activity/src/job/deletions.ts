/** Called in this process after the commit of a deletion job. Other processes poll for jobs. */
const listeners = new Set<() => void>();

export const notifyDeletionBegun = (): void => {
  for (const listener of listeners) listener();
};

/** Returns a function that removes the listener. */
export function onDeletionBegun(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
