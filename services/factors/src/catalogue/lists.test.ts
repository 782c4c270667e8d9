import { type Client, createClient } from "@connectrpc/connect";
import { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import { FacilityFuelService } from "@emissions/proto/factors/v1/facility_catalogue_service";
import { SectorEdition, SectorScheme, SectorService } from "@emissions/proto/factors/v1/sector_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { VehicleCatalogueService } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rateOn, rateSpan } from "../exchange_rate/rules.ts";
import { CURRENCY } from "../selection/conversion.ts";
import { RULES } from "./purchase-categories.ts";
import { findSector as find, findSupplierSector as findOfSupplier, unambiguous } from "./sector-codes.ts";
import type { SectorIndex } from "./sectors.ts";
import { seededCatalogue } from "./seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let units: Client<typeof UnitService>;
let sectors: Client<typeof SectorService>;
const findSector = (index: SectorIndex, text: string) => unambiguous(find(index, text, "nace_rev2"));
const findSupplierSector = (index: SectorIndex, type: string, code: string) =>
  unambiguous(findOfSupplier(index, type, code, "nace_rev2"));
beforeAll(async () => {
  seeded = await seededCatalogue();
  units = createClient(UnitService, seeded.transport);
  sectors = createClient(SectorService, seeded.transport);
});
afterAll(() => seeded.database.drop());

const DAY_MS = 86_400_000;
const TODAY = "2026-06-30";
const later = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

describe("units", () => {
  it("include cubic metres among gases and among liquids", async () => {
    for (const type of ["gas", "liquid"]) {
      const names = (await units.listUnits({ type })).units.map(({ name }) => name);
      expect([type, names.includes("cubic_metre_(m3)"), names.length > 1]).toEqual([type, true, true]);
    }
  });

  it.each([
    ["us dollar", "us_dollar_(USD)"],
    ["(kwh)", "kilowatt_hour_(kwh)"],
  ])('are found by "%s"', async (search, name) => {
    const { units: found, details, catalogueUnits, total } = await units.listUnits({ search });
    expect(found.map((unit) => unit.name)).toContain(name);
    expect([details.length, catalogueUnits.length, total]).toEqual([found.length, found.length, found.length]);
  });

  it("that are currencies say whether they have rates, and from which to which day", async () => {
    const { catalogueUnits, details } = await units.listUnits({});
    const byCode = new Map(catalogueUnits.map((unit, at) => [details[at]!.code, unit]));
    expect(byCode.get("kg")).toMatchObject({ id: expect.any(String) });
    expect(byCode.get("kg")?.hasExchangeRates).toBeUndefined();
    expect(byCode.get("EUR")).toMatchObject({ hasExchangeRates: true });
    expect(byCode.get("EUR")?.exchangeRatesFrom).toBeUndefined();
    expect(byCode.get("USD")).toMatchObject({ hasExchangeRates: true, exchangeRatesFrom: "1999-01-01" });
    expect(byCode.get("USD")?.exchangeRatesTo).toBeUndefined();
    expect(byCode.get("RUB")).toMatchObject({ hasExchangeRates: true, exchangeRatesTo: "2022-03-11" });
    expect(byCode.get("AED")).toMatchObject({ hasExchangeRates: false });
  });

  it("that are currencies have a rate exactly on the days that they say", () => {
    const { rates, units: all } = seeded.snapshot;
    const known = (code: string, day: string) => rateOn(rates, code, day) !== null;
    for (const { code } of all.filter(({ dimension }) => dimension === CURRENCY)) {
      const span = rateSpan(rates, code, TODAY);
      if (span === null) {
        expect([code, ["1999-06-30", "2010-06-30", TODAY].some((day) => known(code, day))]).toEqual([code, false]);
      } else if (span.from !== null) {
        const last = span.to ?? TODAY;
        expect([code, known(code, later(span.from, -1)), known(code, later(last, 1))]).toEqual([
          code,
          false,
          span.to === null,
        ]);
        for (let day = span.from; day <= last; day = later(day, 97))
          expect([code, day, known(code, day)]).toContain(true);
        expect([code, known(code, last)]).toEqual([code, true]);
      }
    }
  });
});

describe("sectors", () => {
  const found = async (request: Parameters<typeof sectors.listSectors>[0]) => sectors.listSectors(request);

  it.each([
    ["a code", "17.12", SectorScheme.NACE, "17.12"],
    ["a code without its dots", "1712", SectorScheme.NACE, "17.12"],
    ["words of the title", "paper PAPERBOARD manufacture", SectorScheme.NACE, "17.12"],
    ["a UK SIC code", "14131", SectorScheme.SIC, "14.13/1"],
    ["a NAICS code", "322121", SectorScheme.NAICS, "322121"],
    ["a code of NACE Rev. 2.1", "46.89", SectorScheme.NACE_REV2_1, "46.89"],
    ["a code of NAICS 2022", "513110", SectorScheme.NAICS_2022, "513110"],
  ])("are found by %s", async (_what, search, scheme, code) => {
    const { sectors: all } = await found({ search, size: 100 });
    expect(all).toContainEqual(expect.objectContaining({ scheme, code }));
  });

  it("are of one scheme if one is requested", async () => {
    const { sectors: all, total } = await found({ scheme: SectorScheme.NAICS, size: 100 });
    expect(new Set(all.map(({ scheme }) => scheme))).toEqual(new Set([SectorScheme.NAICS]));
    expect([all.length, total > 1_000]).toEqual([100, true]);
  });

  it("are all listed once over the pages, and a purchase can name each by its code", async () => {
    const first = await found({ size: 100 });
    const pages = Math.ceil(first.total / 100);
    const rest = await Promise.all(Array.from({ length: pages - 1 }, (_, at) => found({ page: at + 2, size: 100 })));
    const all = [first, ...rest].flatMap((page) => page.sectors);
    expect(new Set(all.map(({ scheme, code }) => `${scheme} ${code}`)).size).toBe(first.total);
    const read = (code: string) => unambiguous(find(seeded.snapshot.sectors, code, "unstated"));
    const unknown = all.filter(({ unambiguousCode }) => read(unambiguousCode) === null);
    expect(unknown.map(({ scheme, code }) => `${scheme} ${code}`)).toEqual([]);
    const unsaid = all.filter(({ code, unambiguousCode }) => code !== unambiguousCode && read(code) !== null);
    expect(unsaid).toEqual([]);
  });
});

describe("the code of a supplier", () => {
  it.each([
    ["nace", "C24.10", "24.10"],
    ["cnae", "1043", "10.4"],
    ["sic", "24100", "24.10"],
    ["naics", "3311", "331110"],
    ["naics", "2211", "221115"],
  ])("of %s %s is found as %s", async (codeType, code, found) => {
    expect((await sectors.lookUpSector({ codeType, code })).sector?.code).toBe(found);
  });

  it.each([
    [SectorEdition.NACE_REV2, "46.71", "46.71"],
    [SectorEdition.NACE_REV2_1, "46.71", "45.11"],
    [SectorEdition.UNSPECIFIED, "46.71", undefined],
    [SectorEdition.UNSPECIFIED, "46.89", "46.90"],
    [SectorEdition.NACE_REV2_1, "62.01", "62.01"],
  ])("with edition %s and code %s is found as %s", async (sectorEdition, code, found) => {
    for (const codeType of ["nace", "cnae"])
      expect((await sectors.lookUpSector({ codeType, code, sectorEdition })).sector?.code).toBe(found);
  });

  it.each([
    ["nace", "99.99"],
    ["naics", "2411"],
    ["sic", "C"],
    ["nace", ""],
  ])("of %s %j does not exist", async (codeType, code) => {
    expect((await sectors.lookUpSector({ codeType, code })).sector).toBeUndefined();
  });
});

describe("every code of the catalogue", () => {
  const codesOf = (scheme: string) =>
    seeded.snapshot.sectorRows
      .filter((row) => row.scheme === scheme && row.level !== "section")
      .map(({ code }) => code);
  const read = (text: string, types: readonly string[]) => {
    const { sectors } = seeded.snapshot;
    return [findSector(sectors, text), ...types.map((type) => findSupplierSector(sectors, type, text))].map(
      (sector) => sector?.code,
    );
  };

  it("of NACE is the same in all spellings, on lines and on suppliers", () => {
    const codes = new Set(codesOf("nace_rev2"));
    for (const code of codes) {
      const digits = code.replace(".", "");
      const isClass = digits.length === 4;
      // "141" may be 01.41 without its zero, and is asked.
      const isClear = digits.length !== 3 || !codes.has(`0${digits[0]}.${digits.slice(1)}`);
      for (const text of [
        code,
        ...(isClear ? [digits] : []),
        `C${code}`,
        `c${digits}`,
        ...(isClass ? [`${digits}0`, `${code}.00`] : []),
      ])
        expect([text, ...read(text, ["nace", "cnae", "sic"])]).toEqual([text, code, code, code, code]);
    }
  });

  it("of the UK SIC is its NACE class, with and without points", () => {
    for (const code of codesOf("uk_sic_2007").filter((code) => code.includes("/"))) {
      const nace = code.split("/")[0];
      for (const text of [code, code.replace(/\D/g, "")])
        expect([text, ...read(text, ["sic"])]).toEqual([text, nace, nace]);
    }
  });

  it("of NAICS is found on a supplier, with two to six digits", () => {
    const { sectors } = seeded.snapshot;
    for (const code of codesOf("naics_2017")) {
      expect(read(code, ["naics", "nace", "sic"])).toEqual([code, code, code, code]);
      for (const length of [2, 3, 4, 5]) {
        const group = code.slice(0, length);
        const found = findSupplierSector(sectors, "naics", group);
        expect([group, found?.code.startsWith(group)]).toEqual([group, true]);
      }
    }
  });
});

it("every code of the rules about purchases exists in its classification", () => {
  const { byCode, naicsGroups } = seeded.snapshot.sectors;
  const unknown = RULES.flatMap(({ nace, naics }) => [
    ...nace.filter((code) => !byCode.has(`nace_rev2 ${code}`)),
    ...naics.filter((code) => !byCode.has(`naics_2017 ${code}`) && !naicsGroups.has(code)),
  ]);
  expect(unknown).toEqual([]);
});

describe("fuels and energy suppliers", () => {
  it("are searched and paged, and are whole without a page", async () => {
    const fuels = createClient(FacilityFuelService, seeded.transport);
    const vehicles = createClient(VehicleCatalogueService, seeded.transport);
    const suppliers = createClient(EnergySupplierService, seeded.transport);
    const gas = await fuels.listFacilityFuels({ country: "GB", search: "GAS natural" });
    expect(gas.fuels.map(({ key }) => key)).toContain("natural_gas");
    const diesel = await vehicles.listVehicleFuels({ search: "diesel es" });
    expect(diesel.fuels.map(({ country }) => country)).toContain("ES");
    const iberdrola = await suppliers.listEnergySuppliers({ country: "ES", search: "iberdrola", size: 1 });
    expect(iberdrola).toMatchObject({ suppliers: [{ country: "ES", name: expect.stringMatching(/iberdrola/i) }] });
    for (const list of [
      async (page: object) => (({ fuels: rows, total }) => ({ rows, total }))(await vehicles.listVehicleFuels(page)),
      async (page: object) =>
        (({ suppliers: rows, total }) => ({ rows, total }))(await suppliers.listEnergySuppliers(page)),
    ]) {
      const whole = await list({});
      expect(whole.rows).toHaveLength(whole.total);
      expect(await list({ page: 2, size: 5 })).toEqual({ rows: whole.rows.slice(5, 10), total: whole.total });
    }
  });
});
