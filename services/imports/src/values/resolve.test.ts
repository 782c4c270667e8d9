import { newId } from "@emissions/kit/process/id";
import { ReferenceKind as EntityKind } from "@emissions/proto/activity/v1/reference_service";
import { catalogueId, unitId } from "@emissions/quantity/catalogue-id";
import { describe, expect, it } from "vitest";
import { newEditor } from "../imports.fixture.ts";
import type { ReferenceKind, Template } from "../template/template.ts";
import { templateOf } from "../template/templates.ts";
import { ALPHA3 } from "./catalogue/alpha3.ts";
import type { Resolution } from "./resolution.ts";
import { resolveReferences } from "./resolve.ts";
import { published, testSources } from "./sources.fixture.ts";
import { column, readRows, uuidRules, wastes } from "./templates.fixture.ts";

const { sources, add, addGroup, calls } = testSources();
const us = newEditor();

const resolve = async (key: string, reference: ReferenceKind, texts: string[], by = us) => {
  const rules = key.endsWith("_id") ? uuidRules : null;
  const optionsSource = key === "facility_fuel_id" ? "facility_fuels" : null;
  const furtherCodes = key === "origin_country" ? ["GLO"] : [];
  const template = wastes([column(key, "reference", { reference, rules, optionsSource, furtherCodes })]);
  return (await resolveReferences(sources, by, template, new Map([[key, new Set(texts)]]))).get(key)!;
};
const resolvedTo = (resolution: Resolution | undefined) =>
  resolution?.status === "matched" ? resolution.match.value : (resolution?.status ?? "none");
const values = async (key: string, reference: ReferenceKind, texts: string[]) => {
  const resolved = await resolve(key, reference, texts);
  return texts.map((text) => resolvedTo(resolved.get(text)));
};

describe("units", () => {
  it.each([
    ["kg", ["kg", "KG", "kilos", "Kilogramos", "kilogram", "quilos", "kilogram_(kg)", "Kgs."]],
    ["t", ["t", "T", "tonnes", "Toneladas", "toneladas métricas", "tonelada", "Tm", "Mg", "tonnes "]],
    ["mg", ["mg", "miligramos"]],
    ["kWh", ["kWh", "KWH", "kwh", "Kilovatios hora", "kilowatt-hour", "kW·h"]],
    ["MWh", ["MWh", "mwh", "megavatios hora"]],
    ["l", ["l", "L", "litros", "Liters", "litres", "lts"]],
    ["m3", ["m3", "m³", "M3", "metros cúbicos", "m^3"]],
    ["km", ["km", "Kilómetros", "kms", "quilòmetres"]],
    ["piece", ["unidades", "uds", "piece", "Unitats"]],
    ["kBtu", ["kBtu", "KBTU", "kBtu (thousand Btu)"]],
    ["mmBtu", ["MMBtu", "Dth", "dekatherms"]],
    ["Gcal", ["Gcal", "gigacalorías"]],
    ["kWh", ["kWh (thousand Watt-hours)", "kWh PCS", "kWh (PCI)", "kWh Hs", "kWh_GCV"]],
    ["GJ", ["GJ LHV", "GJ NCV"]],
    ["kl", ["kL", "kl", "kilolitres"]],
    ["Sm3", ["Sm3", "Sm³", "Smc"]],
    ["Nm3", ["Nm3", "Nm³", "m3(n)", "Nmc"]],
    ["ccf", ["CCF", "ccf", "HCF", "ccf (hundred cubic feet)"]],
    ["kcf", ["kcf", "Mcf", "thousand cubic feet", "kcf (thousand cubic feet)"]],
    ["MMcf", ["MMcf", "MCF (million cubic feet)"]],
    ["kgal_us", ["kgal_us", "kGal (thousand gallons) (US)"]],
    ["EUR", ["EUR", "€", "euros", "euro_(EUR)"]],
  ])("of %s are known by usual names", async (code, texts) => {
    expect(await values("unit_id", "unit", texts)).toEqual(texts.map(() => unitId(code)));
  });

  it.each([
    ["kWh PCS", "gross"],
    ["MWh (PCI)", "net"],
    ["GJ LHV", "net"],
    ["kWh Hs", "gross"],
  ])("%s states the %s calorific value, too", async (text, basis) => {
    const read = async (cells: string[], template: Template) => {
      const texts = new Map([["unit_id", new Set([text])]]);
      return readRows(template, [cells], { resolutions: await resolveReferences(sources, us, template, texts) })[0]!;
    };
    const invoices = templateOf("invoices")!;
    const narrow = (...keys: string[]) => ({
      ...invoices,
      columns: keys.map((key) => ({ ...invoices.columns.find((one) => one.key === key)!, default: null })),
    });
    const alone = await read([text], narrow("unit_id", "calorific_basis"));
    expect([alone.data.calorific_basis, alone.errors]).toEqual([basis, {}]);
    const other = basis === "gross" ? "PCI" : "PCS";
    const contradicted = await read([text, other], narrow("unit_id", "calorific_basis"));
    expect(contradicted.errors.calorific_basis?.[0]?.code).toBe("value_error.contradiction");
    const agreed = await read([text, basis], narrow("unit_id", "calorific_basis"));
    expect(agreed.errors).toEqual({});
    const unknown = await read([text], narrow("unit_id"));
    expect(unknown.errors.unit_id?.[0]?.code).toBe("value_error.unit.calorific_basis");
  });

  it("of defaults are ids in the records", async () => {
    const unit = column("unit_id", "reference", { reference: "unit", rules: uuidRules, default: "kg" });
    const template = wastes([column("identification_name", "text"), unit]);
    const resolutions = await resolveReferences(sources, us, template, new Map());
    const [row] = readRows(template, [["Paper", null]], { resolutions });
    expect([row!.values.unitId, row!.data.unit_id]).toEqual([unitId("kg"), "kg"]);
  });

  it("with several meanings are ambiguous", async () => {
    expect(await values("unit_id", "unit", ["ton", "galones", "MCF", "mcf", "kgal"])).toEqual(
      Array(5).fill("ambiguous"),
    );
  });

  it("that are unknown get similar names", async () => {
    const unknown = (await resolve("unit_id", "unit", ["kilogrms"])).get("kilogrms");
    expect(unknown).toMatchObject({
      status: "unmatched",
      near: expect.arrayContaining([{ value: "kg", label: "kilogram" }]),
    });
  });
});

it.each([
  ["hfc_134a", ["R134a", "R-134a", "HFC-134a", "HFC134A", "Freon 134a"]],
  ["hfc_32", ["R32", "R-32", "HFC-32", "hfc 32"]],
  ["hfc_152a", ["R-152a"]],
  ["hcfc_22", ["R22", "R-22", "HCFC-22", "Freon 22"]],
  ["cfc_12", ["R-12", "CFC12"]],
  ["r_410a", ["R410A", "R-410A", "R 410 a", "HFC-410A"]],
  ["r_1234ze", ["R-1234ze", "R1234ze(E)", "HFO-1234ze"]],
  ["pfc_318", ["RC318", "R-C318", "PFC-318"]],
  ["co2", ["R744", "R-744", "CO2"]],
])("the refrigerant %s is known by its usual names", async (key, texts) => {
  const id = catalogueId("facility_fuel", `fuels/${key}`);
  expect(await values("facility_fuel_id", "fuel", texts)).toEqual(texts.map(() => id));
});

it("currencies are known by code, sign and name in three languages", async () => {
  const texts = ["eur", "€", "US Dollar", "dólar estadounidense", "lliura esterlina", "£", "USD", "kg", "$"];
  expect(await values("currency", "currency", texts)).toEqual([
    "EUR",
    "EUR",
    "USD",
    "USD",
    "GBP",
    "GBP",
    "USD",
    "unmatched",
    "unmatched",
  ]);
});

describe("countries", () => {
  it("are known by codes and by names in English, Spanish and Catalan", async () => {
    const texts = [
      "ES",
      "esp",
      "Spain",
      "España",
      "Espanya",
      "Alemania",
      "Alemanya",
      "UK",
      "EE.UU.",
      "Països Baixos",
      "Côte d'Ivoire",
    ];
    expect(await values("country", "country", texts)).toEqual([
      "ES",
      "ES",
      "ES",
      "ES",
      "ES",
      "DE",
      "DE",
      "GB",
      "US",
      "NL",
      "CI",
    ]);
  });

  it.each([
    ["EL", "GR"],
    ["XK", "XK"],
    ["Kosovo", "XK"],
    ["Reino Unido", "GB"],
    ["Royaume-Uni", "GB"],
    ["Inglaterra", "GB"],
    ["Angleterre", "GB"],
    ["EE.UU.", "US"],
    ["États-Unis", "US"],
    ["Allemagne", "DE"],
    ["Países Bajos", "NL"],
    ["Pays-Bas", "NL"],
    ["Hollande", "NL"],
    ["Corea del Sur", "KR"],
    ["Costa de Marfil", "CI"],
    ["República Checa", "CZ"],
    ["Birmania", "MM"],
    ["Arabia Saudita", "SA"],
  ])("have their usual Spanish and French names: %s is %s", async (text, code) => {
    expect(await values("country", "country", [text])).toEqual([code]);
  });

  it("may be further codes of the column", async () => {
    expect(await values("origin_country", "country", ["glo", "es"])).toEqual(["GLO", "ES"]);
    expect(await values("country", "country", ["GLO"])).toEqual(["unmatched"]);
  });

  it("have the alpha-3 codes of the catalogue", () => {
    expect([...ALPHA3]).toEqual(published("countries.csv").map(({ code, alpha3 }) => [code, alpha3]));
  });
});

describe("codes of wastes", () => {
  it("are found with and without blanks, asterisk and name", async () => {
    const texts = ["150101", "15 01 01", "15.01.01", "15 01 01 - Papel", "15-01-01*", "999999"];
    const paper = catalogueId("ler", "150101");
    expect(await values("ler_code_id", "ler_code", texts)).toEqual([paper, paper, paper, paper, paper, "unmatched"]);
  });

  it("of treatments are found with and without zero and name", async () => {
    const texts = ["R3", "r03", "R 3", "R03 - Reciclado", "organic recycling", "R99"];
    const recycling = catalogueId("rd", "R03");
    expect(await values("waste_rd_code_id", "rd_code", texts)).toEqual([...Array(5).fill(recycling), "unmatched"]);
  });
});

describe("fuels", () => {
  it("of vehicles depend on the country of the row", async () => {
    const columns = [
      column("vehicle_fuel_id", "reference", {
        reference: "fuel",
        optionsSource: "vehicle_fuels",
        narrowedBy: "country",
        rules: uuidRules,
        path: ["unitId"],
      }),
      column("country", "reference", { reference: "country", path: ["description"] }),
    ];
    const template = wastes(columns);
    const distinct = new Map([
      ["vehicle_fuel_id", new Set(["Gasóleo A"])],
      ["country", new Set(["España", "Portugal", "Italia"])],
    ]);
    const resolutions = await resolveReferences(sources, us, template, distinct);
    const rows = readRows(
      template,
      [...distinct.get("country")!, null].map((country) => ["Gasóleo A", country]),
      { resolutions },
    );
    const diesel = (country: string) => catalogueId("vehicle_fuel", `${country}:diesel`);
    expect(rows.slice(0, 2).map((row) => row.values.unitId)).toEqual([diesel("ES"), diesel("PT")]);
    // Italy has no fuels of its own.
    expect(rows[2]!.errors).toEqual({});
    expect(rows[3]!.errors).toMatchObject({ vehicle_fuel_id: [{ code: "value_error.ambiguous" }] });
  });

  it("of facilities are known by names in two languages", async () => {
    const id = (key: string) => catalogueId("facility_fuel", `fuels/${key}`);
    const texts = ["Gas natural", "natural_gas", "Gasóleo C", "propano"];
    const expected = ["natural_gas", "natural_gas", "gas_oil", "propane"].map(id);
    expect(await values("facility_fuel_id", "fuel", texts)).toEqual(expected);
  });

  it("of facilities are known by the names of any publication, and misspelt ones get similar names", async () => {
    const id = catalogueId("facility_fuel", "fuels/wood_residuals");
    const texts = ["Wood residuals US", "Wood residual US"];
    expect(await values("facility_fuel_id", "fuel", texts)).toEqual([id, "unmatched"]);
    const misspelt = (await resolve("facility_fuel_id", "fuel", texts)).get(texts[1]!);
    expect(misspelt).toMatchObject({
      near: expect.arrayContaining([expect.objectContaining({ label: "wood_residuals US" })]),
    });
  });

  it("of carriers are known by names in two languages", async () => {
    expect(await values("fuel_id", "fuel", ["GNC", "Diésel"])).toEqual(
      ["cng", "diesel"].map((name) => catalogueId("logistics_fuel", name)),
    );
  });
});

it("types of vehicles and sellers of energy are known by name", async () => {
  const [van, iberdrola] = [catalogueId("unknown_vehicle", "van"), catalogueId("energy_supplier", "ES/iberdrola")];
  expect(await values("unknown_vehicle_id", "unknown_vehicle", ["Furgoneta", "VAN"])).toEqual([van, van]);
  expect(await values("supplier_id", "energy_supplier", ["IBERDROLA CLIENTES", "Endesa"])).toEqual([
    iberdrola,
    "unmatched",
  ]);
});

it("categories of transport operations and sectors are known by code and name", async () => {
  expect(await values("toc", "toc", ["artic_truck_diesel", "Artic truck diesel"])).toEqual(
    Array(2).fill("artic_truck_diesel"),
  );
  expect(await values("sector", "sector", ["62.01", "6201", "Computer programming activities"])).toEqual(
    Array(3).fill("62.01"),
  );
});

describe("entities of the organization", () => {
  it("are matched by name, and never to those of another organization", async () => {
    const theirs = newEditor();
    const [plant] = [add(us, EntityKind.FACILITY, "Planta Bilbao"), add(theirs, EntityKind.FACILITY, "Planta Madrid")];
    const group = addGroup(us, "Our steel");
    addGroup(theirs, "Their steel");
    const resolved = await resolve("facility_id", "facility", ["planta  bilbao ", "Planta Madrid", "Plnta Bilbo"]);
    expect(resolvedTo(resolved.get("planta  bilbao "))).toBe(plant);
    for (const text of ["Planta Madrid", "Plnta Bilbo"]) {
      expect(resolved.get(text)).toEqual({ status: "unmatched", near: [{ value: plant, label: "Planta Bilbao" }] });
    }
    const factors = await resolve("custom_emission_factor_id", "custom_group", ["our steel", "Their steel"]);
    expect([resolvedTo(factors.get("our steel")), factors.get("Their steel")]).toEqual([
      group,
      { status: "unmatched", near: [{ value: group, label: "Our steel" }] },
    ]);
  });

  it("with one name are ambiguous, unless all but one are archived", async () => {
    for (const active of [true, true, false]) add(us, EntityKind.FACILITY, "Office", active);
    const current = add(us, EntityKind.FACILITY, "Shop");
    add(us, EntityKind.FACILITY, "Shop", false);
    const resolved = await resolve("facility_id", "facility", ["Office", "Shop"]);
    expect(resolved.get("Office")).toMatchObject({ status: "ambiguous", count: 2 });
    expect(resolvedTo(resolved.get("Shop"))).toBe(current);
  });

  it("are looked up in pieces of 5,000 texts", async () => {
    calls.length = 0;
    const texts = Array.from({ length: 12_000 }, (_, at) => `Nowhere ${at}`);
    const resolved = await resolve("supplier_id", "supplier", texts);
    expect([calls.map((piece) => piece.length), resolved.size]).toEqual([[5_000, 5_000, 2_000], 12_000]);
  });

  it("are not looked up by texts that are no names", async () => {
    calls.length = 0;
    expect(await values("supplier_id", "supplier", ["x".repeat(300), "a\0b"])).toEqual(["unmatched", "unmatched"]);
    expect(calls).toEqual([]);
    const id = newId();
    expect(await values("custom_ef_record_id", "custom_factor", [id, "a name"])).toEqual([id, "unmatched"]);
  });
});
