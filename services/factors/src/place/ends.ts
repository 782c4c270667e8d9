import { NO_SURROUNDINGS, type Surroundings } from "./choose.ts";
import type { Found, Resolved, Unresolved } from "./resolved.ts";

/** Two texts that name the ends of a way, and what is known of it. */
export interface NamedWay extends Pick<Surroundings, "countries" | "mode" | "day" | "reaches"> {
  origin: string;
  destination: string;
}

export interface Ends {
  origin: Found;
  destination: Found;
}

export interface FailedEnd {
  unresolved: Unresolved;
  destinationFailed: boolean;
  near: Surroundings;
}

export type Find = (text: string, near: Surroundings) => Resolved;

/** The more certain end says where the other one is meant. Then the other one must not speak against the first. */
export function resolveEnds({ origin, destination, ...known }: NamedWay, find: Find): Ends | FailedEnd {
  const { countries, mode, day } = known;
  const alone: Surroundings = { ...NO_SURROUNDINGS, countries, mode, day };
  const [from, to] = [find(origin, alone), find(destination, alone)];
  const failed = (unresolved: Unresolved, destinationFailed: boolean, near = alone): FailedEnd => ({
    unresolved,
    destinationFailed,
    near,
  });
  if (isUnknown(from)) return failed(from, false);
  if (isUnknown(to)) return failed(to, true);
  const isReversed = certaintyOf(to) > certaintyOf(from);
  const [first, firstText, secondText] = isReversed ? [to, destination, origin] : [from, origin, destination];
  if (!("index" in first)) return failed(first, isReversed);
  const nearFirst: Surroundings = { ...known, other: first.index };
  const second = find(secondText, nearFirst);
  if (!("index" in second)) return failed(second, !isReversed, nearFirst);
  const nearSecond: Surroundings = { ...known, other: second.index };
  const again = first.certainty === Number.POSITIVE_INFINITY ? first : find(firstText, nearSecond);
  if (!("index" in again)) return failed(again, isReversed, nearSecond);
  if (again.index !== first.index) {
    const candidates = [again.index, ...again.others];
    return failed({ candidates, name: firstText, country: "" }, isReversed, nearSecond);
  }
  return isReversed ? { origin: second, destination: again } : { origin: again, destination: second };
}

const isUnknown = (found: Resolved): found is Unresolved => "candidates" in found && found.candidates.length === 0;

const certaintyOf = (found: Resolved): number => ("index" in found ? found.certainty : -1);
