import { type Client, createClient } from "@connectrpc/connect";
import { GridZoneFigures, GridZoneService } from "@emissions/proto/factors/v1/grid_zone_service";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof GridZoneService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(GridZoneService, seeded.transport);
});
afterAll(() => seeded.database.drop());

const zonesOf = async (country: string) => (await client.listGridZones({ country })).gridZones;

it("lists each zone of a country once, by name", async () => {
  const zones = await zonesOf("US");
  expect(zones.find(({ gridZone }) => gridZone === "camx")).toMatchObject({
    name: "WECC California",
    country: "US",
    figures: GridZoneFigures.DIRECT,
  });
  expect(new Set(zones.map(({ gridZone }) => gridZone)).size).toBe(zones.length);
  const names = zones.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
});

it("says which zones have only figures of the whole life cycle", async () => {
  const byZone = new Map((await zonesOf("ES")).map((zone) => [zone.gridZone, zone]));
  expect(byZone.get("es_ce")).toMatchObject({ name: "Ceuta", figures: GridZoneFigures.DIRECT });
  expect(byZone.get("es_cn_te")).toMatchObject({ figures: GridZoneFigures.LIFE_CYCLE });
});

it("finds zones by word, and has none for a country without them", async () => {
  const { gridZones, total } = await client.listGridZones({ search: "california wecc" });
  expect([gridZones.map(({ gridZone }) => gridZone), total]).toEqual([["camx"], 1]);
  expect(await zonesOf("LU")).toEqual([]);
});

it("lists exactly zones whose own figure a selection uses", async () => {
  const { gridZones } = await client.listGridZones({});
  const { resolutions } = await createClient(SelectionService, seeded.transport).resolveFactors({
    selections: gridZones.map(({ gridZone, country }) => ({
      selector: {
        kind: { case: "library", value: { category: "electricity_location", key: "grid", country, gridZone } },
      },
      unitId: seeded.snapshot.unitsByCode.get("kWh")!.id,
      // Two zones of Australia have figures from 2026 on only.
      referenceDate: country === "AU" ? "2026-07-31" : "2023-06-30",
    })),
  });
  expect(resolutions.map(({ factor }) => factor?.key)).toEqual(gridZones.map(({ gridZone }) => `grid/${gridZone}`));
});
