import { create } from "@bufbuild/protobuf";
import { TransportType, TravelSelectorSchema } from "@emissions/proto/factors/v1/travel";
import { expect, it } from "vitest";
import { readCsv } from "../../load/csv.ts";
import { greatCircleKm } from "../../place/sphere.ts";
import { flightKeys } from "./flight.ts";
import { UK_DOMESTIC_KM_MAX } from "./uk-hauls.ts";

/** Rows of the sheet "Haul definition" of DESNZ 2026, each with the ISO code of its territory. */
const SHEET = `
6 GG 7 IM 8 JE 9 GB
174 AL 175 DZ 176 AT 177 BY 178 BE 179 BA 180 BG 181 HR 182 CY 183 CZ 184 DK 185 EG 186 EE 187 FO 188 FI 189 FR 190 DE
191 GI 192 GR 193 GL 194 HU 195 IS 196 IE 197 IT 198 XK 199 LV 200 LY 201 LT 202 LU 203 MK 204 MT 205 ME 206 MA 207 NL
208 NO 209 PL 210 PT 211 RO 212 RS 213 SK 214 SI 215 ES 216 SE 217 CH 218 TN 219 TR 220 EH`;
const FIRST_SHORT_ROW = 174;
const AIRPORTS_MIN = 4_800;

const ROWS = new Map([...SHEET.matchAll(/(\d+) ([A-Z]{2})/g)].map(([, row, code]) => [code!, Number(row)]));
const airports = await readCsv(new URL("../../../catalog/places/airports.csv", import.meta.url));

function published(country: string): string {
  const row = ROWS.get(country);
  if (row === undefined) return "long_haul";
  return row < FIRST_SHORT_ROW ? "domestic" : "short_haul";
}

/** The haul in the key of a flight, for any distance. */
const hauls = (originCountry: string, destinationCountry: string) =>
  ["100", "3699", "9000"].map((value) => {
    const trip = { transportType: TransportType.AIRCRAFT, country: "GB", distanceKm: { value } };
    return flightKeys(create(TravelSelectorSchema, { ...trip, originCountry, destinationCountry }))[0]!.key.split(
      "/",
    )[1]!;
  });

it("a flight from London to each airport of the catalogue, and back, has the haul that DESNZ names", () => {
  expect(airports.length).toBeGreaterThan(AIRPORTS_MIN);
  const odd = airports.filter(({ country }) =>
    [...hauls("GB", country!), ...hauls(country!, "GB")].some((haul) => haul !== published(country!)),
  );
  expect(odd.map(({ iata, country }) => `${iata} ${country}`)).toEqual([]);
});

it("the longest flight between two domestic territories has the length up to which another country has their figure", () => {
  const domestic = airports.filter(({ country }) => published(country!) === "domestic");
  const points = domestic.map(({ latitude, longitude }) => [Number(latitude), Number(longitude)] as const);
  const longest = Math.max(...points.flatMap((from) => points.map((to) => greatCircleKm(from, to))));
  expect(Math.ceil(longest)).toBe(UK_DOMESTIC_KM_MAX);
});
