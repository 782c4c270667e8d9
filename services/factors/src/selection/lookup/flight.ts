import { CabinClass, FlightType, RadiativeForcing, type TravelSelector } from "@emissions/proto/factors/v1/travel";
import { Decimal, parse } from "@emissions/quantity/decimal";
import { endsOf, type TravelKey } from "./travel-key.ts";
import { UK_DOMESTIC_KM_MAX, ukHaul } from "./uk-hauls.ts";

/** Short haul is up to this distance, long haul above, where the list of territories says nothing. */
const SHORT_HAUL_KM = 3700;

/** EPA has its own hauls, by length in miles, each under the key of the haul of DESNZ that is the nearest. */
const EPA_HAULS = [
  { key: "domestic", below: 300, words: "less than 300 miles" },
  { key: "short_haul", below: 2300, words: "300 to 2,300 miles" },
  { key: "long_haul", below: Number.POSITIVE_INFINITY, words: "2,300 miles and more" },
] as const;
const KM_PER_MILE = new Decimal("1.609344");

/** EPA publishes flights without radiative forcing only. */
const COUNTRY_OF_EPA = "US";
export const isEpa = (dataset: string): boolean => dataset.startsWith("epa-");
const isNotEpa = (dataset: string): boolean => !isEpa(dataset);
const isDesnz = (dataset: string): boolean => dataset.startsWith("defra-");
const isNational = (dataset: string): boolean => !isDesnz(dataset) && !isEpa(dataset);

const CABINS: Readonly<Record<CabinClass, { key: string; words: string }>> = {
  [CabinClass.UNSPECIFIED]: { key: "average_passenger", words: "average class" },
  [CabinClass.ECONOMY]: { key: "economy_class", words: "economy class" },
  [CabinClass.PREMIUM_ECONOMY]: { key: "premium_economy_class", words: "premium economy class" },
  [CabinClass.BUSINESS]: { key: "business_class", words: "business class" },
  [CabinClass.FIRST]: { key: "first_class", words: "first class" },
  [CabinClass.AVERAGE]: { key: "average_passenger", words: "average class" },
};

interface Haul extends Pick<TravelKey, "place" | "inDataset"> {
  key: string;
  words: string;
}

const DOMESTIC: Haul = { key: "domestic", words: "domestic flight" };
const SHORT: Haul = { key: "short_haul", words: "short-haul flight" };
const LONG: Haul = { key: "long_haul", words: "long-haul flight" };

/** DESNZ names the haul of each territory. */
const OF_UK = {
  domestic: { ...DOMESTIC, words: "domestic flight (by the DESNZ list of territories)" },
  short_haul: { ...SHORT, words: "short-haul flight (by the DESNZ list of territories)" },
  long_haul: { ...LONG, words: "long-haul flight (by the DESNZ list of territories)" },
} as const satisfies Record<string, Haul>;

/** The row of DESNZ for flights that neither begin nor end in the United Kingdom. */
const ELSEWHERE: Haul = {
  ...{ key: "international", words: "international flight outside of the United Kingdom" },
  ...{ place: "elsewhere", inDataset: isDesnz },
};

const HAULS: ReadonlyMap<FlightType, Haul> = new Map([
  [FlightType.DOMESTIC, DOMESTIC],
  [FlightType.SHORT_HAUL_INTERNATIONAL, SHORT],
  [FlightType.LONG_HAUL_INTERNATIONAL, LONG],
]);

/** Keys of a flight: the figure of EPA where it applies, those of haul and class, and those of the haul alone. */
export function flightKeys(selector: TravelSelector): TravelKey[] {
  const km = selector.distanceKm === undefined ? null : parse(selector.distanceKm.value);
  const cabin = CABINS[selector.cabinClass] ?? CABINS[CabinClass.UNSPECIFIED];
  const average = CABINS[CabinClass.AVERAGE];
  const isWith = hasForcing(selector);
  const forcing = isWith ? "with radiative forcing" : "without radiative forcing";
  const hauls = haulsOf(selector, km);
  const of = ({ key, words }: typeof cabin): TravelKey[] =>
    hauls.map((haul) => ({
      key: `flight/${haul.key}/${key}/${isWith ? "with_rf" : "without_rf"}`,
      label: `${haul.words}, ${words}, ${forcing}`,
      place: haul.place ?? "an_end",
      inDataset: haul.inDataset ?? isNotEpa,
    }));
  if (cabin.key !== average.key) {
    return [...of(cabin), ...of(average).map((key) => ({ ...key, marks: { proxy: true } }))];
  }
  const epa = isWith || selector.country !== COUNTRY_OF_EPA || km === null ? [] : [epaKey(km)];
  return [...epa, ...of(average)];
}

/** Unless the organization decides: with it, as DESNZ recommends, but without it where the figures of EPA apply. */
function hasForcing({ radiativeForcing, country }: TravelSelector): boolean {
  if (radiativeForcing === RadiativeForcing.UNSPECIFIED) return country !== COUNTRY_OF_EPA;
  return radiativeForcing === RadiativeForcing.WITH;
}

function epaKey(km: Decimal): TravelKey {
  const haul = EPA_HAULS.find(({ below }) => km.lt(KM_PER_MILE.times(below)))!;
  return {
    key: `flight/${haul.key}/average_passenger/without_rf`,
    label: `flight of ${haul.words}, without radiative forcing`,
    place: "an_end",
    inDataset: isEpa,
  };
}

/** The ends of a flight decide. Without them the recorded type does, else the distance. */
function haulsOf(selector: TravelSelector, km: Decimal | null): Haul[] {
  const { flightType } = selector;
  const [origin, destination] = endsOf(selector);
  if (origin === undefined || destination === undefined) return [HAULS.get(flightType) ?? byLength(km)];
  const ofUk = ukHaul(origin, destination);
  if (ofUk !== undefined) return [OF_UK[ofUk]];
  if (origin === destination || flightType === FlightType.DOMESTIC) return [asDomestic(km)];
  return [{ ...byLength(km), inDataset: isNational }, ELSEWHERE];
}

function byLength(km: Decimal | null): Haul {
  if (km === null) return { key: "international", words: "international flight of unknown length", place: "elsewhere" };
  return km.gt(SHORT_HAUL_KM)
    ? { ...LONG, words: "long-haul flight (above 3,700 km)" }
    : { ...SHORT, words: "short-haul flight (up to 3,700 km)" };
}

/** A domestic flight outside of the United Kingdom has the figures of British domestic flights only at their length. */
function asDomestic(km: Decimal | null): Haul {
  if (km?.gt(UK_DOMESTIC_KM_MAX)) return byLength(km);
  return { ...DOMESTIC, words: "domestic flight (up to 1,188 km, as within the United Kingdom)" };
}
