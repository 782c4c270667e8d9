import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { loadPlaces, type Places } from "./places.ts";
import { resolvePlace, textOf } from "./resolve.ts";
import { searchPlaces } from "./search.ts";

let places: Places;
beforeAll(async () => {
  places = await loadPlaces();
});

/** Cities that their text names with the country, the larger ones. */
const CITIES = 20_000;
const index = fc.nat(CITIES - 1).map((nth) => places.firstCity + nth);

const withoutAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
const spelling = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  withoutAccents,
  (text) => withoutAccents(text).toUpperCase(),
  (text) => text.replaceAll("-", " "),
  (text) => `  ${text.replaceAll(",", " , ")} `,
);

const placeOf = (text: string) => {
  const found = resolvePlace(places, text);
  return "index" in found ? found.index : textOf(places, found.candidates[0] ?? 0);
};

it("finds the same place in any case, without accents, and with any name of the country", () => {
  const names = new Map<string, string[]>();
  for (const [name, code] of places.countryCodes) names.set(code, [...(names.get(code) ?? []), name]);
  const country = fc.nat();
  fc.assert(
    fc.property(index, spelling, country, (at, spell, nth) => {
      const text = textOf(places, at);
      if (!text.includes(", ")) return;
      expect(placeOf(spell(text))).toBe(at);
      const suffixes = names.get(places.countries[at]!)!;
      const suffix = suffixes[nth % suffixes.length]!;
      if (suffix.includes(",")) return;
      expect(placeOf(text.replace(/[A-Z]{2}$/, suffix))).toBe(at);
    }),
    { numRuns: 2_000 },
  );
});

it("finds the same places for the words of a search in any order, case and accents", () => {
  const order = fc.array(fc.nat(), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(index, spelling, order, (at, spell, keys) => {
      const { name, country } = places.at(at);
      const words = name.split(" ");
      const shuffled = words.map((word, nth) => [keys[nth % keys.length]!, word] as const).sort(([a], [b]) => a - b);
      const search = (text: string) => searchPlaces(places, { search: text, kind: 0, country });
      const found = search(shuffled.map(([, word]) => spell(word)).join(" "));
      expect(found).toEqual(search(name));
      expect(found).toContain(at);
    }),
    { numRuns: 30 },
  );
});
