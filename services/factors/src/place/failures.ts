import type { Places } from "./places.ts";
import { textOf, type Unresolved } from "./resolve.ts";
import { type Spellings, spellings } from "./spelling.ts";

/** Suggestions of one answer. */
const SUGGESTIONS_MAX = 5;

/** Misspelled names of one call that get suggestions. Each needs about 2 ms. */
export const SPELLED_MAX = 50;

export interface Failure {
  failureCode: string;
  failureDetail: string;
  suggestions: string[];
}

/** Explains the texts of one call that name no place, or several. */
export function explainer(places: Places): (text: string, unresolved: Unresolved) => Failure {
  let spelled = 0;
  return (text, { candidates, name, country }) => {
    if (candidates.length > 0) {
      const suggestions = candidates.slice(0, SUGGESTIONS_MAX).map((index) => textOf(places, index));
      const others = candidates.length > SUGGESTIONS_MAX ? ` and ${candidates.length - SUGGESTIONS_MAX} more` : "";
      const failureDetail = `Several places are called "${text}": ${quoted(suggestions)}${others}.`;
      return { failureCode: "PLACE_AMBIGUOUS", failureDetail, suggestions };
    }
    spelled += 1;
    const suggestions = spelled > SPELLED_MAX ? [] : nearest(places, name, country);
    const known = suggestions.length > 0 ? ` Similar places: ${quoted(suggestions)}.` : "";
    return {
      failureCode: "PLACE_NOT_FOUND",
      failureDetail: `No airport, port or city is called "${text}".${known}`,
      suggestions,
    };
  };
}

function nearest(places: Places, name: string, country: string): string[] {
  const accepts = (index: number) => country === "" || places.countries[index] === country;
  const found = spellingsOf(places).nearest(name, SUGGESTIONS_MAX, accepts);
  return found.map((index) => textOf(places, index));
}

const known = new WeakMap<Places, Spellings>();

/** Made on the first unknown name. */
function spellingsOf(places: Places): Spellings {
  const made = known.get(places) ?? spellings([...named(places.cities), ...named(places.municipalities)]);
  known.set(places, made);
  return made;
}

const named = (names: ReadonlyMap<string, readonly number[]>) =>
  [...names].flatMap(([name, indexes]) => indexes.map((index) => ({ name, index })));

const quoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(", ");
