import { describe, expect, it } from "vitest";
import { readText } from "./read.ts";

const NUMBERED = ["Nº factura: F-1", "Periodo de facturación: 01/03/2024 - 31/03/2024", "Consumo total: 350 kWh"];
const TITLES = {
  es: "FACTURA DE LUZ",
  en: "Electricity bill",
  de: "Stromrechnung",
  fr: "Facture d'électricité",
  it: "Bolletta energia elettrica",
  pt: "Fatura de eletricidade",
  ca: "Factura d'electricitat",
};

describe("an electricity bill", () => {
  it.each([
    ["es", ["Origen de su energía: Renovable 45 %, CC Gas Natural 15 %", "Mezcla nacional: CC Gas Natural 17 %"]],
    ["es", ["Origen de la electricidad", "CC Gas natural  15,0 %  17,2 %", "Fuel/Gas  3 %", "Gas natural  2 %"]],
    ["en", ["Fuel mix", "Coal 2.1", "Natural gas 38.5", "Nuclear 16.1", "Natural gas national 40"]],
    ["en", ["Sources of your electricity: natural gas 38 %, natural gas (CHP) 4 %, waste 2 %"]],
    ["de", ["Stromkennzeichnung", "Erdgas 12,3 %", "Kohle 20 %", "Erdgas Deutschland 14 %", "Erdgas 9 %"]],
    ["fr", ["Origine de l'électricité", "Gaz naturel : 6 %", "Nucléaire : 70 %", "Gaz naturel 5 %"]],
    ["it", ["Composizione del mix energetico nazionale", "Gas naturale 42 %", "Gas naturale 40 %", "Carbone 5 %"]],
    ["pt", ["Mix energético", "Gás natural 20 %", "Eólica 30 %", "Gás natural 18 %", "Cogeração a gás natural 9 %"]],
    ["ca", ["Origen de l'energia elèctrica", "Gas natural 15 %", "Renovables 45 %", "Gas natural 17 %"]],
    ["es", ["Residuos 1 %", "Gas natural 15 %", "Carbón 3 %", "Gas natural 17 %", "Residuos urbanos 2 %"]],
  ] as const)("in %s with %j is of electricity", (language, box) => {
    for (const lines of [
      [TITLES[language], ...NUMBERED, ...box],
      [TITLES[language], ...box, "", ...NUMBERED],
    ]) {
      const { category, warnings, items } = readText(lines);
      expect([category, warnings, items[0]!.quantity]).toEqual(["electricity", [], "350"]);
    }
  });

  it("that bills natural gas, too, is for review", () => {
    const { warnings } = readText(["Factura de luz y gas natural", ...NUMBERED, "Suministro de gas natural"]);
    expect(warnings).toContain("CATEGORY_UNCERTAIN");
  });
});

describe("an invoice of natural gas", () => {
  it("with taxes in per cent is of gas", () => {
    const { category, warnings } = readText(["Factura de gas natural", ...NUMBERED, "IVA gas natural 21 %"]);
    expect([category, warnings]).toEqual(["gas", []]);
  });
});
