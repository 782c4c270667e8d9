import { type ListPlacesRequest, PlaceKind } from "@emissions/proto/factors/v1/place_service";
import { placeName } from "./name.ts";
import type { Places } from "./places.ts";

type Filter = Pick<ListPlacesRequest, "search" | "kind" | "country">;

/** Indexes of the places with all words of the search in name, municipality or code, the most important first. */
export function searchPlaces(places: Places, { search, kind, country }: Filter): number[] {
  const words = placeName(search).split(" ").filter(Boolean);
  const found: number[] = [];
  for (let index = 0; index < places.size; index += 1) {
    if (country !== "" && places.countries[index] !== country) continue;
    if (kind !== PlaceKind.UNSPECIFIED && places.kindOf(index) !== kind) continue;
    if (words.every((word) => places.names[index]!.includes(word)) || matches(places, index, words)) found.push(index);
  }
  return found;
}

/** Codes and municipalities belong to airports and UN/LOCODE alone. */
function matches(places: Places, index: number, words: readonly string[]): boolean {
  if (places.kindOf(index) === PlaceKind.CITY) return false;
  const { code, municipality } = places.at(index);
  const text = `${places.names[index]} ${code.toLowerCase()} ${placeName(municipality)}`;
  return words.every((word) => text.includes(word));
}
