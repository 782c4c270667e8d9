import { isSameTown } from "./candidates.ts";
import { placeName } from "./name.ts";
import type { Places } from "./places.ts";

/** Whether the place has its code on a day. Without a day, airports whose code has no last day count. */
export function isInUse({ periods }: Places, index: number, day: string): boolean {
  const period = periods.get(index);
  if (period === undefined) return true;
  const { validFrom, validTo } = period;
  return day === "" ? validTo === "" : validFrom <= day && (validTo === "" || day <= validTo);
}

/** Whether a text may mean another place on another day. */
export function changesWithDay(places: Places, text: string): boolean {
  const trimmed = text.trim();
  const names = new Set([placeName(trimmed), placeName(trimmed.split(",")[0]!)]);
  const airports = [
    ...(places.codes.get(trimmed.toUpperCase()) ?? []),
    ...[...names].flatMap((name) => [...(places.others.get(name) ?? []), ...townsOf(places, name)]),
  ];
  return airports.some((index) => places.periods.has(index));
}

/** Airports that may stand for their town, because no city nearby has the name. */
function townsOf(places: Places, name: string): readonly number[] {
  const cities = places.cities.get(name) ?? [];
  const airports = places.municipalities.get(name) ?? [];
  return airports.filter((index) => !cities.some((city) => isSameTown(places, index, city)));
}

interface OutOfUse {
  /** When the code is in use, and what to write instead. */
  sentence: string;
  /** Airports that have the place of it on the day. */
  others: readonly number[];
}

/** Explains an airport whose code is not in use on a day. */
export function outOfUse(places: Places, index: number, day: string): OutOfUse {
  const { code, name, validFrom, validTo, successor } = places.at(index);
  const isOver = validTo !== "" && (day === "" || validTo < day);
  const others = isOver ? codeInUse(places, successor, day) : predecessors(places, code, day);
  const named = others.map((other) => `"${places.at(other).code}" (${places.at(other).name})`).join(" or ");
  const when = isOver
    ? `was the code of ${name} until ${inWords(validTo)}`
    : `is the code of ${name} from ${inWords(validFrom)}`;
  const instead = others.length === 0 ? "" : ` ${isOver ? "Since then" : "Before"}, write ${named}.`;
  return { sentence: `"${code}" ${when}.${instead}`, others };
}

const codeInUse = (places: Places, code: string, day: string): number[] =>
  (places.codes.get(code) ?? []).filter((index) => isInUse(places, index, day));

const predecessors = (places: Places, code: string, day: string): number[] =>
  [...places.periods].flatMap(([index, { successor }]) =>
    successor === code && isInUse(places, index, day) ? [index] : [],
  );

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

const inWords = (day: string): string => DAY.format(new Date(day));
