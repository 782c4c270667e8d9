import { create } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { HotelCatalogueService } from "@emissions/proto/factors/v1/hotel_catalogue_service";
import { LibrarySelectorSchema, SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LibraryFactor } from "../catalogue/factor.ts";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";
import { factorKey } from "../catalogue/snapshot.ts";
import { LIBRARY_SCHEME, lookUpLibrary } from "../selection/lookup/library.ts";
import { resolveInLibrary } from "../selection/resolve-library.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
beforeAll(async () => {
  seeded = await seededCatalogue();
});
afterAll(() => seeded.database.drop());

const ROOM_NIGHT = { category: "hotel_stays", key: "room_night" };
const listed = async () =>
  (await createClient(HotelCatalogueService, seeded.transport).listHotelCountries({})).countries;

// Before the first edition, in a year without an edition, in one with fewer countries, and after the last edition.
it.each(["2010-06-30", "2022-06-30", "2024-02-29", "2025-06-30", "2030-01-01"])(
  "lists exactly the countries with a factor for a night on %s",
  async (referenceDate) => {
    const { resolutions } = await createClient(SelectionService, seeded.transport).resolveFactors({
      selections: seeded.snapshot.countries.map(({ code }) => ({
        selector: { kind: { case: "library", value: { ...ROOM_NIGHT, country: code } } },
        unitId: seeded.snapshot.unitsByCode.get("room_night")!.id,
        referenceDate,
      })),
    });
    const withFactor = seeded.snapshot.countries.filter((_, at) => resolutions[at]!.factor).map(({ code }) => code);
    expect(await listed()).toEqual(withFactor);
    expect(new Set(resolutions.map(({ failureCode }) => failureCode))).toEqual(new Set(["", "FACTOR_NOT_FOUND"]));
    for (const { factor } of resolutions) if (factor) expect(withFactor).toContain(factor.region);
  },
);

it("lists more than 50 countries in alphabetical order", async () => {
  const countries = await listed();
  expect(countries).toEqual(expect.arrayContaining(["DE", "ES", "FR", "GB", "US"]));
  expect(countries.length).toBeGreaterThan(50);
  expect(countries).toEqual(countries.toSorted());
});

it.each(["GLO", "Europe", "Northern Europe"])("never takes a factor of %s for a country", (region) => {
  const key = factorKey(ROOM_NIGHT.category, LIBRARY_SCHEME, ROOM_NIGHT.key);
  const published = seeded.snapshot.factors.get(key)!;
  const average = new LibraryFactor(
    { ...published[0]!.row, region },
    {
      unitId: seeded.snapshot.unitsByCode.get("room_night")!.id,
      standIn: published[0]!.standIn,
      gases: [],
      edition: undefined,
    },
  );
  const snapshot = {
    ...seeded.snapshot,
    factors: new Map(seeded.snapshot.factors).set(key, [...published, average]),
  };
  const regionOf = (country: string) => {
    const lookup = lookUpLibrary(create(LibrarySelectorSchema, { ...ROOM_NIGHT, country }));
    const { factor, failureCode } = resolveInLibrary(snapshot, { lookup, unit: "room_night", day: "2025-06-30" });
    return failureCode ?? factor!.region;
  };
  expect(["GB", "NO", "", "GLO", "Europe"].map(regionOf)).toEqual(["GB", ...Array(4).fill("FACTOR_NOT_FOUND")]);
});
