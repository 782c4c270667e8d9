/**
 * Territories of flights to and from the United Kingdom, as ISO 3166-1 alpha-2. Source: DESNZ, conversion factors 2026
 * (full set), sheet "Haul definition", rows 6 to 9 and 174 to 220. All others are long haul.
 */
const DOMESTIC = new Set(["GB", "GG", "IM", "JE"]);
const SHORT_HAUL = new Set(
  [
    "AL DZ AT BY BE BA BG HR CY CZ DK EG EE FO FI FR DE GI GR GL HU IS IE IT",
    "XK LV LY LT LU MK MT ME MA NL NO PL PT RO RS SK SI ES SE CH TN TR EH",
  ].flatMap((codes) => codes.split(" ")),
);

/** Kilometres of the longest domestic flight of the list: from Jersey to Sumburgh, on the Shetland Islands. */
export const UK_DOMESTIC_KM_MAX = 1188;

/** The haul of a flight between the United Kingdom and a territory, or between two domestic ones; undefined elsewhere. */
export function ukHaul(origin: string, destination: string): "domestic" | "short_haul" | "long_haul" | undefined {
  if (DOMESTIC.has(origin) && DOMESTIC.has(destination)) return "domestic";
  const other = origin === "GB" ? destination : destination === "GB" ? origin : "";
  if (other === "") return undefined;
  return SHORT_HAUL.has(other) ? "short_haul" : "long_haul";
}
