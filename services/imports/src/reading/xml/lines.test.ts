import { describe, expect, it } from "vitest";
import { isSure } from "../assess.ts";
import { ciiOf, type InvoiceSample, ublOf } from "../golden/xml.fixture.ts";
import { readXml } from "./read.ts";

type Line = InvoiceSample["lines"][number];
/** "350 kWh Network charge", with a code of a unit. */
const lineOf = (text: string): Line => {
  const [, quantity, unitCode, name] = /^(\S+) (\S+) (.+)$/.exec(text)!;
  return { name: name!, quantity: quantity!, unitCode: unitCode! };
};
const resultOf = (lines: readonly (string | Line)[], more: Partial<InvoiceSample> = {}) => {
  const sample = { ...more, lines: lines.map((line) => (typeof line === "string" ? lineOf(line) : line)) };
  const [ubl, cii] = [ublOf(sample), ciiOf(sample)].map((text) => readXml(Buffer.from(text)));
  expect({ ...cii, source: "ubl" }).toEqual(ubl);
  return ubl!;
};
/** Quantities with their units, and warnings. */
const outcomeOf = (lines: readonly (string | Line)[], more: Partial<InvoiceSample> = {}) => {
  const { items, warnings } = resultOf(lines, more);
  return [items.map(({ quantity, unit }) => (quantity === null ? null : `${quantity} ${unit}`)), warnings];
};

const REPEATED = ["LINES_REPEATED"];
const BOTH = ["LINES_ADDED", "LINES_REPEATED"];

describe("equal quantities of a period are one consumption, if lines are", () => {
  it.each<[string, string[], string, string[]]>([
    [
      "tariffs and the network",
      [
        "100 KWH Active energy P1",
        "50 KWH Active energy P2",
        "200 KWH Active energy P3",
        "100 KWH Network charge P1",
        "50 KWH Network charge P2",
        "200 KWH Network charge P3",
      ],
      "350 kWh",
      BOTH,
    ],
    ["water and sewage", ["35 MTQ Water supply", "35 MTQ Wastewater disposal"], "35 m3", REPEATED],
    ["Wasser and Abwasser", ["35 MTQ Trinkwasser", "35 MTQ Schmutzwassergebühr"], "35 m3", REPEATED],
    ["eau and assainissement", ["35 MTQ Consommation d'eau", "35 MTQ Assainissement collectif"], "35 m3", REPEATED],
    ["acqua and fognatura", ["35 MTQ Acquedotto acqua", "35 MTQ Fognatura", "35 MTQ Depurazione"], "35 m3", REPEATED],
    ["water in blocks", ["20 MTQ Agua tramo 1", "15 MTQ Agua tramo 2", "35 MTQ Alcantarillado"], "35 m3", BOTH],
    [
      "energy and tax",
      ["350 KWH Arbeitspreis Strom", "350 KWH Stromsteuer", "350 KWH KWKG-Umlage"],
      "350 kWh",
      REPEATED,
    ],
    ["energia and oneri", ["350 KWH Energia elettrica", "350 KWH Oneri di sistema"], "350 kWh", REPEATED],
    ["energía and peajes", ["350 KWH Energía eléctrica", "350 KWH Peajes y cargos"], "350 kWh", REPEATED],
    ["électricité and accise", ["350 KWH Électricité base", "350 KWH Accise sur l'électricité"], "350 kWh", REPEATED],
    ["words that nobody knows", ["350 KWH Electricity Abc", "350 KWH Xyz"], "350 kWh", REPEATED],
    [
      "unknown words for each tariff",
      ["100 KWH Strom A", "250 KWH Strom B", "100 KWH C", "250 KWH D"],
      "350 kWh",
      BOTH,
    ],
    ["tariffs and an unknown total", ["100 KWH Strom HT", "250 KWH Strom NT", "350 KWH Xyz"], "350 kWh", BOTH],
    ["equal tariffs and the network", ["100 KWH Power P1", "100 KWH Electricity P2", "200 KWH Grid"], "200 kWh", BOTH],
    ["in other units", ["350 KWH Electricity", "0.35 MWH Electricity tax"], "350 kWh", REPEATED],
    [
      "a delivery and its tax",
      ["1000 LTR Heizöl EL", "1000 LTR Energiesteuer", "1000 LTR CO2-Abgabe"],
      "1000 l",
      REPEATED,
    ],
    ["a delivery and unknown words", ["1000 LTR Heating oil", "1000 LTR Xyz"], "1000 l", REPEATED],
    ["a discount", ["350 KWH Electricity", "350 KWH Loyalty discount"], "350 kWh", REPEATED],
  ])("%s", (_, lines, quantity, warnings) => {
    expect(outcomeOf(lines)).toEqual([[quantity], warnings]);
    expect(outcomeOf(lines.toReversed())).toEqual([[quantity], warnings]);
  });

  it("in other units with unknown words", () => {
    expect(outcomeOf(["0.35 MWH Electricity", "350 KWH Xyz"])).toEqual([["0.35 MWh"], REPEATED]);
  });

  it("tax, with the same waste", () => {
    const [quantities, warnings] = outcomeOf(["5 TNE Waste LER 17 01 01", "5 TNE Landfill tax", "5 TNE Xyz"]);
    expect([quantities, warnings]).toEqual([["5 t"], REPEATED]);
  });
});

describe("lines of a period are added, if they are", () => {
  it.each<[string, string[], string]>([
    ["tariffs", ["100 KWH Electricity P1", "250 KWH Electricity P2"], "350 kWh"],
    ["equal tariffs", ["100 KWH Electricity P1", "100 KWH Electricity P2"], "200 kWh"],
    ["equal day and night", ["100 KWH Electricity day rate", "100 KWH Electricity night rate"], "200 kWh"],
    ["equal meters", ["100 KWH Electricity meter 4711", "100 KWH Electricity meter 4712"], "200 kWh"],
    ["equal sites", ["300 KWH Electricity site A", "300 KWH Electricity site B"], "600 kWh"],
    ["equal days", ["50 LTR Diesel 03.01.2025", "50 LTR Diesel 10.01.2025"], "100 l"],
    ["different units", ["0.1 MWH Electricity P1", "250 KWH Electricity P2"], "350 kWh"],
  ])("%s", (_, lines, quantity) => {
    expect(outcomeOf(lines)).toEqual([[quantity], ["LINES_ADDED"]]);
  });

  it("of two points of supply never", () => {
    const point = (id: string) => `<cbc:Note>ES00210000000000${id}AA</cbc:Note>`;
    const lines = ["01", "02"].map((id) => ({ ...lineOf("100 KWH Electricity"), more: point(id) }));
    const { items, warnings } = readXml(Buffer.from(ublOf({ lines })));
    expect(items.map(({ quantity, cups }) => [quantity, cups])).toEqual([
      ["100", "ES0021000000000001AA"],
      ["100", "ES0021000000000002AA"],
    ]);
    expect(warnings).toEqual([]);
  });

  it("with a line of the whole period once", () => {
    const halves: Line[] = [
      { ...lineOf("200 KWH Strom"), period: ["2025-01-01", "2025-01-15"] },
      { ...lineOf("300 KWH Strom"), period: ["2025-01-16", "2025-01-31"] },
    ];
    expect(outcomeOf([...halves, "500 KWH Netznutzung"])).toEqual([["200 kWh", "300 kWh"], REPEATED]);
    expect(outcomeOf([...halves, "500 KWH Xyz"])).toEqual([["200 kWh", "300 kWh"], REPEATED]);
    expect(outcomeOf([...halves, "700 KWH Xyz"])).toEqual([["200 kWh", "300 kWh", "700 kWh"], ["SEVERAL_QUANTITIES"]]);
  });
});

describe("charges", () => {
  it.each<[string, string[], (string | null)[]]>([
    ["alone are asked", ["350 KWH Netznutzung Strom"], ["350 kWh"]],
    ["alone are never added", ["100 KWH Network charge electricity", "250 KWH Electricity tax"], [null]],
    ["of another amount are asked", ["350 KWH Electricity", "300 KWH Network charge"], ["350 kWh"]],
    ["of parts are not asked", ["350 KWH Electricity", "100 KWH Network P1", "250 KWH Network P2"], ["350 kWh"]],
  ])("%s", (what, lines, quantities) => {
    const [found, warnings] = outcomeOf(lines);
    expect(found).toEqual(quantities);
    expect((warnings as string[]).includes("SEVERAL_QUANTITIES")).toBe(!what.includes("not asked"));
  });

  it("that a line includes do not make it one", () => {
    expect(outcomeOf(["350 KWH Strom inkl. Stromsteuer und Netzentgelt"])).toEqual([["350 kWh"], []]);
  });

  it.each(["350 KWH Energía eléctrica media tensión", "350 KWH Grünstrom regional", "350 KWH Strom Mittelspannung"])(
    "or comparisons are not in %s",
    (line) => {
      expect(outcomeOf([line])).toEqual([["350 kWh"], []]);
    },
  );

  it("of a network do not name a use of it", () => {
    expect(outcomeOf(["350 KWH Netzbezug Strom"])).toEqual([["350 kWh"], []]);
  });
});

describe("a line below zero", () => {
  it.each<[string, string[], (string | null)[], string[]]>([
    ["that feeds in", ["500 KWH Electricity", "-300 KWH Solar export credit"], ["500 kWh"], ["QUANTITY_NEGATIVE"]],
    ["that feeds in, in German", ["500 KWH Strombezug", "-300 KWH Einspeisung PV"], ["500 kWh"], ["QUANTITY_NEGATIVE"]],
    ["of excedentes", ["500 KWH Energía activa", "-300 KWH Excedentes"], ["500 kWh"], ["QUANTITY_NEGATIVE"]],
    [
      "of energia immessa",
      ["500 KWH Energia elettrica", "-300 KWH Energia immessa"],
      ["500 kWh"],
      ["QUANTITY_NEGATIVE"],
    ],
    ["that feeds in as much", ["500 KWH Strom", "-500 KWH Einspeisung"], ["500 kWh"], ["QUANTITY_NEGATIVE"]],
    ["without a known word", ["500 KWH Electricity", "-300 KWH Xyz"], ["500 kWh"], ["QUANTITY_NEGATIVE"]],
    ["that feeds in alone", ["-300 KWH Einspeisung Strom"], [null], ["QUANTITY_NEGATIVE"]],
    ["of an earlier period", ["500 KWH Strom", "-20 KWH Storno Strom Vorjahr"], ["500 kWh"], ["QUANTITY_NEGATIVE"]],
  ])("%s is not subtracted", (_, lines, quantities, warnings) => {
    expect(outcomeOf(lines)).toEqual([quantities, warnings]);
  });

  it.each<[string, string[], string]>([
    [
      "reverses an estimate",
      ["500 KWH Electricity", "-500 KWH Reversal of estimate", "480 KWH Electricity"],
      "480 kWh",
    ],
    ["reverses the same amount", ["500 KWH Strom", "-500 KWH Storno Strom", "500 KWH Strom"], "500 kWh"],
    ["corrects a part", ["500 KWH Energía", "-20 KWH Rectificación energía eléctrica"], "480 kWh"],
    ["reverses without a word", ["500 KWH Electricity", "-500 KWH Electricity", "480 KWH Electricity"], "480 kWh"],
    ["reverses all", ["500 KWH Electricity", "-500 KWH Cancellation"], "0 kWh"],
  ])("that %s nets", (_, lines, quantity) => {
    expect(outcomeOf(lines)).toEqual([[quantity], ["LINES_ADDED"]]);
  });

  it("that reverses energy and network nets once", () => {
    const lines = ["500 KWH Strom", "500 KWH Netznutzung", "-500 KWH Storno Strom", "-500 KWH Storno Netznutzung"];
    const [quantities] = outcomeOf([...lines, "480 KWH Strom", "480 KWH Netznutzung"]);
    expect(quantities).toEqual(["480 kWh"]);
  });

  it("of an own period is that period's", () => {
    const back: Line = { ...lineOf("-100 KWH Storno Strom"), period: ["2024-12-01", "2024-12-31"] };
    expect(outcomeOf(["500 KWH Strom", back])).toEqual([["500 kWh", null], ["QUANTITY_NEGATIVE"]]);
  });

  it("of money alone is no amount that is taken back", () => {
    const rebate: Line = { ...lineOf("100 KWH Xyz"), money: "-20" };
    expect(readXml(Buffer.from(ublOf({ lines: [lineOf("350 KWH Electricity"), rebate] })))).toMatchObject({
      items: [{ quantity: "350" }],
      warnings: ["QUANTITY_NEGATIVE"],
    });
  });

  it("of money takes an amount back if it says so", () => {
    const back: Line = { ...lineOf("500 KWH Storno Strom"), money: "-20" };
    const lines = [lineOf("500 KWH Strom"), back, lineOf("480 KWH Strom")];
    expect(readXml(Buffer.from(ublOf({ lines })))).toMatchObject({ items: [{ quantity: "480" }] });
  });
});

describe("a line without a period", () => {
  it("repeats the same amount of a period", () => {
    const dated: Line = { ...lineOf("350 KWH Strom"), period: ["2025-01-01", "2025-01-31"] };
    expect(outcomeOf([dated, "350 KWH Xyz"], { period: null })).toEqual([["350 kWh"], REPEATED]);
    expect(outcomeOf([dated, "350 KWH Netznutzung"], { period: null })).toEqual([["350 kWh"], REPEATED]);
  });
});

describe("an amount of another kind", () => {
  it("of another supply is never added", () => {
    const [quantities, warnings] = outcomeOf(["500 KWH Electricity", "60 KWH Electricity P2", "1200 KWH Natural gas"]);
    expect([quantities, warnings]).toEqual([["560 kWh"], ["CATEGORY_UNCERTAIN", "LINES_ADDED", "SEVERAL_QUANTITIES"]]);
  });

  it("is asked for and never added", () => {
    const year = ["350 KWH Electricity", "4200 KWH Estimated annual electricity consumption"];
    expect(outcomeOf(year)).toEqual([["350 kWh"], ["SEVERAL_QUANTITIES"]]);
    expect(outcomeOf(["350 KWH Electricity", "900 KWH Feed-in"])).toEqual([["350 kWh"], ["SEVERAL_QUANTITIES"]]);
  });
});

describe("the type of an invoice", () => {
  it.each([
    ["380", "350", []],
    ["384", "350", ["CORRECTED_INVOICE"]],
    ["383", "350", ["CORRECTED_INVOICE"]],
    ["325", "350", ["PRO_FORMA_INVOICE"]],
    ["386", "350", ["PRO_FORMA_INVOICE"]],
    ["381", null, ["CREDIT_NOTE"]],
  ])("%s is said", (type, quantity, warnings) => {
    const result = resultOf(["350 KWH Electricity"], { type });
    expect([result.items[0]!.quantity, result.warnings, isSure(result)]).toEqual([quantity, warnings, type === "380"]);
  });
});

describe("a unit of UN/ECE Recommendation 20", () => {
  it.each([
    ["WHR", "Electricity", "1000", "1000 Wh"],
    ["GWH", "Electricity", "1.5", "1.5 GWh"],
    ["D32", "Electricity", "0.001", "1 GWh"],
    ["GV", "Natural gas", "12", "12 GJ"],
    ["D30", "Natural gas", "12", "12 TJ"],
    ["N71", "Natural gas", "45", "45 therm"],
    ["N72", "Natural gas", "45", "45 therm"],
    ["FTQ", "Natural gas", "300", "300 ft3"],
    ["SM3", "Natural gas", "120.5", "120.5 Sm3"],
    ["NM3", "Natural gas", "120.5", "120.5 Nm3"],
    ["GLL", "Heating oil", "10", "10 gal_us"],
    ["GLI", "Heating oil", "10", "10 gal_imp"],
    ["BLL", "Fuel oil", "2", "2 bbl"],
    ["HLT", "Heizöl", "25.5", "2550 l"],
    ["K6", "Water", "3", "3 kl"],
    ["MAL", "Water", "3.2", "3.2 megalitre"],
    ["STN", "Waste EWC 20 03 01", "2", "2 short_ton"],
    ["LTN", "Waste EWC 20 03 01", "2", "2 long_ton"],
    ["LBR", "Refrigerant R-410A", "5", "5 lb"],
    ["DTN", "Holzpellets", "12", "1200 kg"],
  ])("%s is read", (unitCode, name, quantity, expected) => {
    expect(outcomeOf([{ name, quantity, unitCode }])).toEqual([[expected], []]);
  });

  it.each([
    ["1", "Electricity consumption 350 kWh", "350 kWh", []],
    ["350", "Electricity consumption (kWh)", "350 kWh", []],
    ["31", "Electricity consumption 350 kWh", "350 kWh", ["SEVERAL_QUANTITIES"]],
  ])("that counts %s pieces of %j leaves the unit to the text", (quantity, name, expected, warnings) => {
    expect(outcomeOf([{ name, quantity, unitCode: "C62" }])).toEqual([[expected], warnings]);
  });

  it("that is no amount leaves none", () => {
    expect(() => outcomeOf([{ name: "Electricity 350 kWh", quantity: "31", unitCode: "DAY" }])).toThrow("no amount");
  });
});
