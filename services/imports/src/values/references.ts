import type { Column } from "../template/template.ts";
import { ANY_COUNTRY, DISTINCT_MAX, type Resolution } from "./resolution.ts";
import { type Converted, fault, quoted, value } from "./values.ts";

/** Names of similar entries that a message offers. */
const OFFERED_MAX = 3;

/**
 * The value of a text that was resolved. `narrowing` is the country of the row, which decides between entries of several
 * countries.
 */
export function referenceValue(
  column: Column,
  text: string,
  resolution: Resolution | undefined,
  narrowing: string | null,
): Converted {
  switch (resolution?.status) {
    case "matched": {
      const { match } = resolution;
      return { ...value(match.value, match.label), implies: match.implies };
    }
    case "matched_by_country": {
      const { byCountry } = resolution;
      const match = narrowing === null ? undefined : (byCountry.get(narrowing) ?? byCountry.get(ANY_COUNTRY));
      if (match !== undefined) return value(match.value, match.label);
      const known = [...byCountry.keys()].filter(Boolean).join(", ");
      const message = `${quoted(text)} depends on the country, which is ${narrowing ?? "missing"}; known: ${known}`;
      return fault("value_error.ambiguous", message);
    }
    case "ambiguous":
      return fault(
        "value_error.ambiguous",
        `${quoted(text)} has ${resolution.count} matches; use an id${offer(resolution.near)}`,
      );
    case "unmatched":
      return fault(
        "value_error.not_found",
        `${quoted(text)} is not a known ${nounOf(column)}${offer(resolution.near)}`,
      );
    case undefined:
      return fault("value_error.not_resolved", `only ${DISTINCT_MAX} different values of a column are resolved`);
  }
}

export function offer(near: readonly { label: string }[]): string {
  const names = near.slice(0, OFFERED_MAX).map(({ label }) => quoted(label));
  return names.length === 0 ? "" : `; similar: ${names.join(", ")}`;
}

const nounOf = ({ reference }: Column) => (reference ?? "entry").replaceAll("_", " ");
