import { createClient, createRouterTransport } from "@connectrpc/connect";
import { DistanceMode, PlaceKind, PlaceService } from "@emissions/proto/factors/v1/place_service";
import { beforeAll, describe, expect, it } from "vitest";
import { isInUse } from "./airport-days.ts";
import { NO_SURROUNDINGS } from "./choose.ts";
import { placeHandlers } from "./handlers.ts";
import { loadPlaces, type Places } from "./places.ts";
import { resolvePlace } from "./resolve.ts";

const client = createClient(
  PlaceService,
  createRouterTransport((router) => router.service(PlaceService, placeHandlers({ roads: null }))),
);

let places: Places;
beforeAll(async () => {
  places = await loadPlaces();
});

async function flight(
  destination: string,
  day: string,
  mode: DistanceMode = DistanceMode.AIR,
  countries: string[] = [],
) {
  const { measurements } = await client.measureDistances({
    distances: [{ origin: "MAD", destination, mode, day, countries }],
  });
  return measurements[0]!;
}

describe("a code of an airport", () => {
  it.each([
    ["KIV", "2024-01-17", "2687.7", "Chişinău International Airport"],
    ["RMO", "2024-01-18", "2687.7", "Chişinău International Airport"],
    ["TSE", "2020-06-07", "5680.2", "Astana Nursultan Nazarbayev International Airport"],
    ["NQZ", "2020-06-08", "5680.2", "Nursultan Nazarbayev International Airport"],
    ["SXF", "2020-10-24", "1853.3", "Berlin-Schönefeld Airport"],
    ["TXL", "2020-11-08", "1853.7", "Berlin-Tegel Otto Lilienthal International Airport"],
    ["BER", "2020-10-25", "1850.9", "Berlin Brandenburg Airport"],
    ["IST", "2019-04-05", "2713.3", "Istanbul Atatürk Airport"],
    ["IST", "2019-04-06", "2702.2", "İstanbul Airport"],
    ["ISL", "2019-04-05", "2702.2", "Istanbul Airport"],
    ["ISL", "2019-04-06", "2714.1", "İstanbul Atatürk Airport"],
    ["FRU", "2025-08-08", "6233.4", "Manas International Airport"],
    ["BSZ", "2025-08-09", "6233.4", "Manas International Airport"],
    ["KTI", "2024-12-31", "10707.6", "Kratie Airport"],
    ["KTI", "2025-09-09", "10700.8", "Techo International Airport"],
    ["NAY", "2019-09-25", "9218.9", "Beijing Nanyuan Airport"],
    ["JNG", "2023-12-27", "9590.6", "Jining Qufu Airport"],
    ["JNG", "2023-12-28", "9584.6", "Jining Da'an Airport"],
    ["HGI", "2022-11-18", "4688.1", "Heglig Airport"],
    ["HGI", "2022-11-19", "8663.9", "Itanagar Donyi Polo Hollongi Airport"],
    ["ist", "2019-04-05", "2713.3", "Istanbul Atatürk Airport"],
    ["IST", "", "2702.2", "İstanbul Airport"],
    ["İstanbul Atatürk Airport", "2025-03-01", "2714.1", "İstanbul Atatürk Airport"],
  ])("%s on %s is %s km from Madrid, at %s", async (code, day, km, name) => {
    const { distance, dependsOnDay } = await flight(code, day);
    expect([distance?.kilometres?.value, distance?.destination?.name, dependsOnDay]).toEqual([km, name, true]);
  });

  it.each([
    ["KIV", "2024-01-18", ["RMO"]],
    ["RMO", "2024-01-17", ["KIV"]],
    ["TSE", "2020-06-08", ["NQZ"]],
    ["NQZ", "2020-05-31", ["TSE"]],
    ["SXF", "2020-10-25", ["BER"]],
    ["TXL", "2020-11-09", ["BER"]],
    ["TXL", "", ["BER"]],
    ["txl", "2021-03-01", ["BER"]],
    ["BER", "2019-05-01", ["SXF", "TXL"]],
    ["FRU", "2025-08-09", ["BSZ"]],
    ["NAY", "2019-09-26", ["PKX"]],
    ["PNH", "2025-09-09", ["KTI"]],
    ["CCA", "2016-01-01", []],
    ["Berlin-Tegel Otto Lilienthal International Airport", "2021-03-01", ["BER"]],
  ])("%s on %s is refused by name, with the codes of that day", async (code, day, codes) => {
    const refused = await flight(code, day);
    expect(refused).toMatchObject({ failureCode: "PLACE_NOT_IN_USE", destinationFailed: true, dependsOnDay: true });
    expect([...refused.suggestions].sort()).toEqual(codes);
    for (const other of codes) expect(refused.failureDetail).toContain(`"${other}" (`);
  });

  it("says when it ended, or when it began", async () => {
    expect((await flight("TXL", "2021-03-01")).failureDetail).toBe(
      '"TXL" was the code of Berlin-Tegel Otto Lilienthal International Airport until 8 November 2020. ' +
        'Since then, write "BER" (Berlin Brandenburg Airport).',
    );
    expect((await flight("RMO", "2023-12-31")).failureDetail).toBe(
      '"RMO" is the code of Chişinău International Airport from 18 January 2024. ' +
        'Before, write "KIV" (Chişinău International Airport).',
    );
    expect((await flight("AIY", "2020-01-01")).failureDetail).toBe(
      '"AIY" is the code of Araçuaí Airport from 1 January 2024. ' +
        '"AIY" was the code of Atlantic City Municipal Airport-Bader Field until 1 October 2015.',
    );
  });

  it("that never changed does not depend on the day, nor does a city with such an airport", async () => {
    for (const text of ["BCN", "Barcelona, ES", "Berlin", "Kyiv"])
      expect(await flight(text, "2019-05-01")).toMatchObject({ failureCode: "", dependsOnDay: false });
  });

  it("of a wrong day is refused by the caller's mistake", async () => {
    await expect(flight("BCN", "2019-02-30")).rejects.toThrow();
  });
});

describe("an unknown code", () => {
  it.each([
    ["MDA", ["ES"], "MAD"],
    ["mda", ["ES"], "MAD"],
    ["BNC", ["ES"], "BCN"],
    ["LHT", ["GB"], "LHR"],
  ])("%s of an organization in %s means %s first", async (code, countries, first) => {
    const { failureCode, suggestions } = await flight(code, "2025-03-01", DistanceMode.AIR, countries);
    expect([failureCode, suggestions[0]]).toEqual(["PLACE_NOT_FOUND", first]);
  });

  it.each([DistanceMode.AIR, DistanceMode.ROAD])(
    "has only airports as suggestions, by means of transport %i",
    async (mode) => {
      for (const code of ["QQQ", "XQA", "ZZY", "VLQ", "QLN"]) {
        const { failureCode, suggestions } = await flight(code, "2025-03-01", mode);
        expect(failureCode).toBe("PLACE_NOT_FOUND");
        for (const text of suggestions) expect(text).toMatch(/^[A-Z]{3}$/);
      }
    },
  );

  it("of a flight is no town of that name, as it may be by road", async () => {
    expect(await flight("PAR", "2025-03-01")).toMatchObject({ failureCode: "PLACE_NOT_FOUND" });
    const { distance } = await flight("ULM", "2025-03-01", DistanceMode.ROAD, ["DE"]);
    expect(distance).toMatchObject({ destination: { kind: PlaceKind.CITY, country: "DE" } });
  });
});

describe("the list of places", () => {
  it("has former airports with their days, after those of today, each with its own id", async () => {
    const { places: found } = await client.listPlaces({ search: "ist", kind: PlaceKind.AIRPORT, country: "TR" });
    const days = found.filter(({ code }) => code === "IST").map(({ validFrom, validTo }) => [validFrom, validTo]);
    expect(days).toEqual([
      ["2019-04-06", undefined],
      [undefined, "2019-04-05"],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  });
});

describe("the history of codes", () => {
  const all = () => [...places.periods.keys()].map((index) => ({ index, ...places.at(index) }));
  const DAY = /^\d{4}-\d\d-\d\d$/;

  it("has over 380 airports with days, 79 of them former", () => {
    expect(all().length).toBeGreaterThan(380);
    expect(all().filter(({ validTo }) => validTo !== "")).toHaveLength(79);
  });

  it("has ordered days, and successors that are known when a code ends", () => {
    const wrong = all().filter(({ validFrom, validTo, successor }) => {
      const days = [validFrom, validTo].filter((day) => day !== "");
      if (!days.every((day) => DAY.test(day) && !Number.isNaN(Date.parse(day)))) return true;
      if (validFrom !== "" && validTo !== "" && validFrom > validTo) return true;
      if (successor === "") return false;
      const next = new Date(Date.parse(validTo) + 86_400_000).toISOString().slice(0, 10);
      return !(places.codes.get(successor) ?? []).some((index) => isInUse(places, index, next));
    });
    expect(wrong.map(({ code }) => code)).toEqual([]);
  });

  it("has one airport at most for a code and a day", () => {
    const wrong = all().flatMap(({ code, validFrom, validTo }) =>
      [validFrom, validTo].filter((day) => {
        const inUse = places.codes.get(code)!.filter((index) => isInUse(places, index, day || "1990-01-01"));
        return inUse.length > 1;
      }),
    );
    expect(wrong).toEqual([]);
    for (const indexes of places.codes.values()) expect(indexes.length).toBeLessThanOrEqual(2);
  });

  it("is read by each code in its days, and refused outside of them", () => {
    const wrong = all().flatMap(({ index, code, validFrom, validTo }) => {
      const on = (day: string) => resolvePlace(places, code, { ...NO_SURROUNDINGS, day });
      const found = on(validTo || validFrom);
      return "index" in found && found.index === index ? [] : [code];
    });
    expect(wrong).toEqual([]);
  });
});
