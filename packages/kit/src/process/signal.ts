/** Tells listeners of this process that work has begun. Other processes poll. */
export interface Signal {
  notify(): void;
  /** Returns a function that removes the listener. */
  listen(listener: () => void): () => void;
}

export function signal(): Signal {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
