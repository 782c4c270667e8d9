import { describe, expect, it } from "vitest";
import { isSure } from "../assess.ts";
import { billOf, type Language } from "../golden/bill.fixture.ts";
import { readText } from "./read.ts";

const outcomeOf = (language: Language, lines: readonly string[]) => {
  const result = readText(billOf(language, ...lines));
  return [result.items[0]!.quantity, result.items[0]!.unit, isSure(result)];
};

const GAS: Record<"es" | "en", readonly string[]> = {
  es: ["Factura de gas natural", "Nº factura: F-1", "Periodo de facturación: 01/03/2024 al 31/03/2024"],
  en: ["Natural gas bill", "Invoice number: F-1", "Billing period: 1 March 2024 to 31 March 2024"],
};
const gasOf = (language: keyof typeof GAS, lines: readonly string[]) => {
  const result = readText([...GAS[language], ...lines]);
  return [result.items[0]!.quantity, result.items[0]!.unit, isSure(result)];
};

const LONG: readonly (readonly [Language, string, string])[] = [
  ["es", "Consumo: 350 kWh", "Consumo de los últimos 14 meses: 4.900 kWh"],
  ["es", "Consumo: 350 kWh", "Consumo de catorce meses: 4.900 kWh"],
  ["en", "Usage: 350 kWh", "Usage in the last 14 months: 4,900 kWh"],
  ["en", "Usage: 350 kWh", "Usage in the past 26 weeks: 2,100 kWh"],
  ["en", "Usage: 350 kWh", "Usage over two years: 8,400 kWh"],
  ["de", "Verbrauch: 350 kWh", "Verbrauch der letzten 13 Monate: 4.550 kWh"],
  ["de", "Verbrauch: 350 kWh", "Verbrauch in dreizehn Monaten: 4.550 kWh"],
  ["fr", "Consommation : 350 kWh", "Consommation des 13 derniers mois : 4 550 kWh"],
  ["fr", "Consommation : 350 kWh", "Consommation sur 24 mois : 8 400 kWh"],
  ["it", "Consumo: 350 kWh", "Consumo degli ultimi 14 mesi: 4.900 kWh"],
  ["it", "Consumo: 350 kWh", "Consumo degli ultimi 6 mesi: 2.100 kWh"],
  ["pt", "Consumo: 350 kWh", "Consumo dos últimos 13 meses: 4.550 kWh"],
  ["ca", "Consum: 350 kWh", "Consum dels últims 14 mesos: 4.900 kWh"],
  ["ca", "Consum: 350 kWh", "Consum dels últims 400 dies: 4.900 kWh"],
];

describe("the amount of a longer period than the bill", () => {
  it.each(LONG)("in %s is not that of %j: %s", (language, billed, other) => {
    expect(outcomeOf(language, [billed, other])).toEqual(["350", "kWh", true]);
    expect(outcomeOf(language, [other, billed])).toEqual(["350", "kWh", true]);
    expect(outcomeOf(language, [other])).toEqual([null, "kWh", false]);
  });

  it("below a heading is not that of the bill", () => {
    expect(outcomeOf("en", ["Usage: 350 kWh", "Your usage in the last 14 months", "4,900 kWh"])).toEqual([
      "350",
      "kWh",
      true,
    ]);
  });

  it.each([
    ["es", "Consumo facturado en 31 días: 350 kWh"],
    ["en", "Usage in 31 days: 350 kWh"],
    ["de", "Verbrauch in 1 Monat: 350 kWh"],
  ] as const)("in %s is not %s", (language, line) => {
    expect(outcomeOf(language, [line])).toEqual(["350", "kWh", true]);
  });
});

describe("a deduction", () => {
  it.each<[Language, string[]]>([
    ["es", ["Consumo: 500 kWh", "Descuento de energía: 150 kWh"]],
    ["es", ["Consumo: 500 kWh", "Regularización: -150 kWh"]],
    ["es", ["Consumo: 500 kWh", "Autoconsumo: -150 kWh"]],
    ["es", ["Consumo: 500 kWh", "Autoconsumo: 150 kWh", "Xyz: 350 kWh"]],
    ["en", ["Usage: 500 kWh", "Free energy: 150 kWh"]],
    ["en", ["Total consumption: 500 kWh", "Credited: 150 kWh"]],
    ["de", ["Verbrauch: 500 kWh", "Abzug: 150 kWh"]],
    ["de", ["Verbrauch: 500 kWh", "Freimenge: 150 kWh"]],
    ["fr", ["Consommation : 500 kWh", "Remise : 150 kWh"]],
    ["it", ["Consumo: 500 kWh", "Sconto: 150 kWh"]],
    ["pt", ["Consumo: 500 kWh", "Desconto: 150 kWh"]],
    ["ca", ["Consum: 500 kWh", "Descompte: 150 kWh"]],
  ])("in %s of %j is asked for", (language, lines) => {
    expect(outcomeOf(language, lines)[2]).toBe(false);
  });

  it.each<[Language, string[]]>([
    ["es", ["Consumo: 500 kWh", "Descuento: 150 kWh", "Energía facturada: 350 kWh"]],
    ["en", ["Usage: 500 kWh", "Free energy: 150 kWh", "Billed units: 350 kWh"]],
    ["de", ["Verbrauch: 500 kWh", "Abzug: 150 kWh", "Abgerechneter Verbrauch: 350 kWh"]],
  ])("in %s of %j is taken off", (language, lines) => {
    expect(outcomeOf(language, lines)).toEqual(["350", "kWh", true]);
  });

  it.each<[Language, string[]]>([
    ["en", ["Carbon-free electricity used: 350 kWh"]],
    ["es", ["Consumo: 350 kWh", "Autoconsumo: 150 kWh"]],
    ["es", ["Consumo: 350 kWh", "Excedentes: -900 kWh"]],
  ])("in %s is not %j", (language, lines) => {
    expect(outcomeOf(language, lines)).toEqual(["350", "kWh", true]);
  });
});

describe("amounts in several units", () => {
  it.each<[Language, string[], string, string]>([
    ["en", ["Usage: 350 kWh", "Total consumption 0.35 MWh"], "0.35", "MWh"],
    ["en", ["Usage: 350 kWh", "Annual usage: 4.2 MWh"], "350", "kWh"],
    ["es", ["Consumo P1: 0,1 MWh", "Consumo P2: 250 kWh", "Consumo total: 350 kWh"], "350", "kWh"],
  ])("in %s, %j, that agree are sure", (language, lines, quantity, unit) => {
    expect(outcomeOf(language, lines)).toEqual([quantity, unit, true]);
  });

  it.each<[Language, string[]]>([
    ["es", ["Consumo: 4,2 MWh", "Xyz: 350 kWh"]],
    ["es", ["Consumo: 350 kWh", "Xyz: 4,2 MWh"]],
    ["en", ["Usage: 4.2 MWh", "Annual usage: 4,200 kWh"]],
    ["en", ["Usage: 4,200 kWh", "Average monthly usage: 0.37 MWh"]],
  ])("in %s, %j, that disagree are asked for", (language, lines) => {
    expect(outcomeOf(language, lines)[2]).toBe(false);
  });

  it("of gas may be a volume and its energy", () => {
    expect(gasOf("es", ["Consumo: 58 m3", "Consumo: 667 kWh"])).toEqual(["667", "kWh", true]);
    expect(gasOf("es", ["Consumo: 667 kWh", "Consumo anual: 640 m3"])).toEqual(["667", "kWh", true]);
  });

  it("of gas are asked for, if the energy is that of the volume of a year", () => {
    expect(gasOf("es", ["Consumo: 7.400 kWh", "Consumo anual: 640 m3"])[2]).toBe(false);
    expect(gasOf("en", ["Usage: 8,000 kWh", "Xyz: 58 m3"])[2]).toBe(false);
  });
});
