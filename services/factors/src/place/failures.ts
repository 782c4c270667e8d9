import { isInUse, outOfUse } from "./airport-days.ts";
import { kmFrom, NO_SURROUNDINGS, type Surroundings } from "./choose.ts";
import { spellingsOf } from "./known-spellings.ts";
import type { Places } from "./places.ts";
import { textOf } from "./resolve.ts";
import type { Unresolved } from "./resolved.ts";
import { editDistance } from "./spelling.ts";

/** Suggestions of one answer. */
export const SUGGESTIONS_MAX = 5;

/** Misspelled names of one call that get suggestions. Each needs about 2 ms. */
export const SPELLED_MAX = 50;

export interface Failure {
  failureCode: string;
  failureDetail: string;
  suggestions: string[];
}

/** Explains the texts of one call that name no place, or several. */
export type Explain = (text: string, unresolved: Unresolved, near?: Surroundings) => Failure;

export function explainer(places: Places): Explain {
  let spelled = 0;
  return (text, unresolved, near = NO_SURROUNDINGS) => {
    const { candidates, outOfUse: airports = [] } = unresolved;
    if (candidates.length > 0) return ambiguous(places, text, candidates, near);
    if (airports.length > 0) return notInUse(places, airports, near.day);
    spelled += 1;
    const suggestions = spelled > SPELLED_MAX ? [] : similar(places, text.trim(), unresolved, near);
    const known = suggestions.length > 0 ? ` Similar places: ${suggestions.map(quoted).join(", ")}.` : "";
    return {
      failureCode: "PLACE_NOT_FOUND",
      failureDetail: `No airport, port or city is called "${text}".${known}`,
      suggestions,
    };
  };
}

/** Candidates near the other end come first; without one, those in the known countries. */
function ambiguous(places: Places, text: string, candidates: readonly number[], near: Surroundings): Failure {
  const { other, countries } = near;
  const distanceOf = (index: number): number => {
    if (other !== null) return kmFrom(places, index, other);
    return countries.includes(places.countries[index]!) ? 0 : 1;
  };
  const sorted = [...candidates]
    .map((index) => ({ index, km: distanceOf(index) }))
    .sort((one, another) => one.km - another.km);
  const shown = sorted.slice(0, SUGGESTIONS_MAX).map(({ index, km }) => ({ text: textOf(places, index), index, km }));
  const described = shown.map(({ text: place, index, km }) => {
    const away = other === null ? "" : `, ${Math.round(km)} km from the other end`;
    return `${quoted(place)} (${places.countries[index]}${away})`;
  });
  const others = candidates.length > SUGGESTIONS_MAX ? ` and ${candidates.length - SUGGESTIONS_MAX} more` : "";
  return {
    failureCode: "PLACE_AMBIGUOUS",
    failureDetail: `Several places are called "${text}": ${described.join(", ")}${others}.`,
    suggestions: shown.map(({ text: place }) => place),
  };
}

function notInUse(places: Places, airports: readonly number[], day: string): Failure {
  const explained = airports.map((index) => outOfUse(places, index, day));
  const others = new Set(explained.flatMap((one) => one.others));
  return {
    failureCode: "PLACE_NOT_IN_USE",
    failureDetail: explained.map(({ sentence }) => sentence).join(" "),
    suggestions: [...others].slice(0, SUGGESTIONS_MAX).map((index) => textOf(places, index)),
  };
}

const CODE = /^(?:[A-Z]{3}|[a-z]{3})$/;

/** Texts of similar places. A misspelled code of an airport is similar to codes alone. */
const similar = (places: Places, text: string, { name, country }: Unresolved, near: Surroundings): string[] =>
  CODE.test(text) ? similarCodes(places, text.toUpperCase(), near) : nearest(places, name, country, near.day);

/** Codes with one other letter, or two neighbours in the other order. Those of known countries come first. */
function similarCodes(places: Places, code: string, near: Surroundings): string[] {
  const found: { rank: number; index: number }[] = [];
  for (const [other, airports] of places.codes) {
    if (other.length !== code.length || editDistance(code, other, 1) !== 1) continue;
    const isSwapped = [...other].every((letter) => code.includes(letter));
    for (const index of airports) {
      const isKnown = near.countries.includes(places.countries[index]!);
      if (isInUse(places, index, near.day)) found.push({ rank: (isKnown ? 0 : 2) + (isSwapped ? 0 : 1), index });
    }
  }
  found.sort((one, another) => one.rank - another.rank || one.index - another.index);
  return found.slice(0, SUGGESTIONS_MAX).map(({ index }) => textOf(places, index));
}

function nearest(places: Places, name: string, country: string, day: string): string[] {
  const accepts = (index: number) =>
    (country === "" || places.countries[index] === country) && isInUse(places, index, day);
  const found = spellingsOf(places).nearest(name, SUGGESTIONS_MAX, accepts);
  return found.map((index) => textOf(places, index));
}

const quoted = (text: string): string => `"${text}"`;
