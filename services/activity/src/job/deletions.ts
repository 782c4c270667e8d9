/** Told in this process as soon as a deletion is committed; other processes find it by looking. */
const listeners = new Set<() => void>();

export const deletionBegun = (): void => {
  for (const listener of listeners) listener();
};

/** Answers with what ends the listening. */
export function onDeletionBegun(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
