import type { LibraryFactor } from "./factor.ts";
import type { Snapshot } from "./snapshot.ts";

/** Caches a value that is computed from the catalogue. Each snapshot computes it once, on the first use. */
export function derived<T>(work: (snapshot: Snapshot) => T): (snapshot: Snapshot) => T {
  const known = new WeakMap<Snapshot, { value: T }>();
  return (snapshot) => {
    const earlier = known.get(snapshot);
    if (earlier !== undefined) return earlier.value;
    const value = work(snapshot);
    known.set(snapshot, { value });
    return value;
  };
}

export const factorsIn = ({ factors }: Snapshot, category: string): LibraryFactor[] =>
  [...factors.values()].flat().filter((factor) => factor.category === category);
