import { createClient } from "@connectrpc/connect";
import { HotelCatalogueService } from "@emissions/proto/factors/v1/hotel_catalogue_service";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
beforeAll(async () => {
  seeded = await seededCatalogue();
});
afterAll(() => seeded.database.drop());

it("lists exactly the countries with a factor for a night", async () => {
  const { countries } = await createClient(HotelCatalogueService, seeded.transport).listHotelCountries({});
  const { resolutions } = await createClient(SelectionService, seeded.transport).resolveFactors({
    selections: seeded.snapshot.countries.map(({ code }) => ({
      selector: {
        kind: { case: "library", value: { category: "hotel_stays", key: "room_night", country: code } },
      },
      unitId: seeded.snapshot.unitsByCode.get("room_night")!.id,
      referenceDate: "2025-06-30",
    })),
  });
  const withFactor = seeded.snapshot.countries.filter((_, at) => resolutions[at]!.factor).map(({ code }) => code);
  expect(countries).toEqual(withFactor);
  expect(countries).toEqual(expect.arrayContaining(["DE", "ES", "FR", "GB", "US"]));
  expect(countries.length).toBeGreaterThan(50);
  expect(countries).toEqual(countries.toSorted());
});
