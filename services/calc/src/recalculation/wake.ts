/** Called in this process when a run has work. Other processes poll. */
const listeners = new Set<() => void>();

export const notifyWork = (): void => {
  for (const listener of listeners) listener();
};

/** Returns a function that removes the listener. */
export function onWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
