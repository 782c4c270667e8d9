import { describe, expect, it } from "vitest";
import { isSure } from "../assess.ts";
import { billOf, type Language } from "../golden/bill.fixture.ts";
import { readText } from "./read.ts";

const outcomeOf = (lines: readonly string[]) => {
  const result = readText(lines);
  return { quantity: result.items[0]!.quantity, warnings: result.warnings, sure: isSure(result) };
};
const SURE = { quantity: "350", warnings: [], sure: true };

/** The billed amount, and other figures of the page. */
const FIGURES: Record<Language, { billed: readonly string[]; others: readonly string[] }> = {
  es: {
    billed: ["Energía facturada 350 kWh x 0,15 €/kWh", "Consumo: 350 kWh", "Consumo total: 350 kWh"],
    others: [
      "Consumo anual: 4.200 kWh",
      "Consumo de los últimos 12 meses: 4.200 kWh",
      "Consumo acumulado: 4.200 kWh",
      "Consumo estimado próximo periodo: 500 kWh",
      "Consumo medio de su zona: 700 kWh",
      "Consumo medio diario: 11 kWh",
      "Consumo de sus vecinos: 410 kWh",
      "Consumo del año anterior: 600 kWh",
      "Energía vertida a la red: 900 kWh",
      "Excedentes de autoconsumo: 900 kWh",
      "Consumo total del edificio: 41.200 kWh",
      "Consumo total desde el inicio del contrato: 9.100 kWh",
      "Consumo total del trimestre: 1.330 kWh",
      "Consumo semanal: 93 kWh",
      "Consumo marzo 2023: 390 kWh",
      "Consumo total año 2023: 4.811 kWh",
      "Consumo de referencia: 400 kWh",
      "Energía reactiva consumida: 60 kWh",
    ],
  },
  en: {
    billed: ["Electricity used: 350 kWh", "Total consumption 350 kWh", "Usage: 350 kWh"],
    others: [
      "Annual usage: 4,200 kWh",
      "Usage in the last 12 months: 4,200 kWh",
      "Estimated annual consumption: 4,200 kWh",
      "Projected usage: 5,000 kWh",
      "Average usage in your area: 700 kWh",
      "Average daily usage: 11 kWh",
      "Usage of similar homes: 410 kWh",
      "Usage in the same period last year: 600 kWh",
      "Exported energy: 900 kWh",
      "Solar generation: 900 kWh",
      "Building total consumption: 41,200 kWh",
      "Total usage since contract start: 9,100 kWh",
      "Total consumption this quarter: 1,330 kWh",
      "Consumption March 2023: 390 kWh",
      "Contract volume 5,000 kWh",
      "Total energy supplied to grid 900 kWh",
      "Estimated total consumption 500 kWh",
    ],
  },
  de: {
    billed: ["Verbrauch: 350 kWh", "Gesamtverbrauch 350 kWh", "Stromverbrauch: 350 kWh"],
    others: [
      "Jahresverbrauch: 4.200 kWh",
      "Verbrauch der letzten 12 Monate: 4.200 kWh",
      "Voraussichtlicher Verbrauch: 5.000 kWh",
      "Prognostizierter Jahresverbrauch: 4.200 kWh",
      "Durchschnittsverbrauch: 700 kWh",
      "Verbrauch vergleichbarer Haushalte: 410 kWh",
      "Vorjahresverbrauch: 600 kWh",
      "Eingespeiste Energie: 900 kWh",
      "Zählerstand neu: 12.350 kWh",
      "Gesamtverbrauch Gebäude: 41.200 kWh",
      "Gesamtverbrauch seit Vertragsbeginn 9.100 kWh",
      "Hochgerechneter Verbrauch: 5.000 kWh",
      "Verbrauch März 2023: 390 kWh",
      "Vertragsmenge: 5.000 kWh",
    ],
  },
  fr: {
    billed: ["Consommation : 350 kWh", "Consommation totale : 350 kWh", "Énergie facturée 350 kWh"],
    others: [
      "Consommation annuelle : 4 200 kWh",
      "Consommation des 12 derniers mois : 4 200 kWh",
      "Consommation annuelle estimée : 4 200 kWh",
      "Consommation prévue : 5 000 kWh",
      "Consommation moyenne de votre commune : 700 kWh",
      "Consommation de foyers similaires : 410 kWh",
      "Consommation de l'année précédente : 600 kWh",
      "Énergie injectée : 900 kWh",
      "Nouvel index : 12 350 kWh",
      "Consommation totale de l'immeuble : 41 200 kWh",
      "Consommation mars 2023 : 390 kWh",
      "Consommation hebdomadaire : 93 kWh",
    ],
  },
  it: {
    billed: ["Consumo fatturato: 350 kWh", "Consumi totali 350 kWh", "Consumo: 350 kWh"],
    others: [
      "Consumo annuo: 4.200 kWh",
      "Consumo degli ultimi 12 mesi: 4.200 kWh",
      "Consumo annuo stimato: 4.200 kWh",
      "Consumo previsto: 5.000 kWh",
      "Consumo medio della zona: 700 kWh",
      "Consumo medio giornaliero: 11 kWh",
      "Consumo di famiglie simili: 410 kWh",
      "Consumo dell'anno precedente: 600 kWh",
      "Energia immessa in rete: 900 kWh",
      "Lettura attuale: 12.350 kWh",
      "Consumo totale condominio: 41.200 kWh",
      "Totale consumi da inizio anno 1.330 kWh",
      "Consumo di riferimento: 400 kWh",
    ],
  },
  pt: {
    billed: ["Consumo faturado: 350 kWh", "Consumo: 350 kWh", "Energia faturada 350 kWh"],
    others: [
      "Consumo anual: 4.200 kWh",
      "Consumo dos últimos 12 meses: 4.200 kWh",
      "Consumo estimado: 5.000 kWh",
      "Consumo médio da sua zona: 700 kWh",
      "Consumo médio diário: 11 kWh",
      "Consumo dos seus vizinhos: 410 kWh",
      "Consumo do ano anterior: 600 kWh",
      "Energia injetada na rede: 900 kWh",
      "Leitura atual: 12.350 kWh",
      "Consumo total do edifício: 41.200 kWh",
      "Consumo desde o início do contrato: 9.100 kWh",
    ],
  },
  ca: {
    billed: ["Consum facturat: 350 kWh", "Consum: 350 kWh", "Energia consumida 350 kWh"],
    others: [
      "Consum anual: 4.200 kWh",
      "Consum dels últims 12 mesos: 4.200 kWh",
      "Consum previst: 5.000 kWh",
      "Consum mitjà de la seva zona: 700 kWh",
      "Consum mitjà diari: 11 kWh",
      "Consum dels seus veïns: 410 kWh",
      "Consum de l'any anterior: 600 kWh",
      "Energia abocada a la xarxa: 900 kWh",
      "Lectura actual: 12.350 kWh",
      "Consum total de l'edifici: 41.200 kWh",
      "Consum març 2023: 390 kWh",
    ],
  },
};

const each = Object.entries(FIGURES).flatMap(([language, { billed, others }]) =>
  others.map((other) => ({ language: language as Language, other, billed })),
);

describe("the billed amount", () => {
  it.each(each)("in $language wins over $other", ({ language, other, billed }) => {
    for (const line of billed) {
      expect(outcomeOf(billOf(language, line, other)), line).toEqual(SURE);
      expect(outcomeOf(billOf(language, other, line)), line).toEqual(SURE);
      expect(outcomeOf(billOf(language, `${line}  ${other}`)).quantity, line).toBe("350");
    }
  });

  it.each(each)("in $language is never $other alone", ({ language, other }) => {
    let outcome: ReturnType<typeof outcomeOf>;
    try {
      outcome = outcomeOf(billOf(language, other));
    } catch (error) {
      expect(error).toMatchObject({ failure: { code: "READING_NO_VALUES" } });
      return;
    }
    expect(outcome).toMatchObject({ quantity: null, sure: false });
    expect(outcome.warnings).toContain("SEVERAL_QUANTITIES");
  });

  it.each([
    ["a heading above", ["Consumo: 350 kWh", "Consumo de los últimos 12 meses", "4.200 kWh"]],
    ["words behind", ["350 kWh consumo del periodo", "4.200 kWh en los últimos 12 meses"]],
    ["words behind, in one line", ["350 kWh consumo del periodo, 4.200 kWh consumo anual"]],
    ["a heading above rows", ["Consumo: 350 kWh", "Histórico de consumo", "Punta 900 kWh", "Valle 800 kWh"]],
    ["names of months", ["Consumo: 350 kWh", "Ene 24 900 kWh", "Feb 24 910 kWh", "Mar 24 350 kWh"]],
    ["a rate", ["Consumo: 350 kWh", "Equivale a 4.200 kWh al año"]],
    ["parentheses", ["Consumo: 350 kWh (media diaria 11,3 kWh)"]],
  ])("wins over others that %s names", (_, lines) => {
    expect(outcomeOf(billOf("es", ...lines))).toEqual(SURE);
  });

  it.each([
    ["of a contract", "Vigencia del contrato: 01/01/2024 a 31/12/2025"],
    ["of a history", "Histórico de consumo del 01/03/2023 al 29/02/2024"],
  ])("has the billed period, and not that %s", (_, line) => {
    const lines = ["Factura de electricidad", "Nº factura: F-1", line, "Periodo: 01/03/2024 a 31/03/2024"];
    const [item] = readText([...lines, "Consumo total: 350 kWh"]).items;
    expect([item!.startDate, item!.endDate]).toEqual(["2024-03-01", "2024-03-31"]);
  });

  it("is an estimate that is billed", () => {
    expect(outcomeOf(billOf("es", "Consumo facturado (lectura estimada): 350 kWh"))).toEqual(SURE);
  });

  it("is the amount of a year in the bill of a year", () => {
    const lines = ["Stromrechnung", "Rechnungsnummer: F-1", "Abrechnungszeitraum: 01.01.2024 bis 31.12.2024"];
    const outcome = outcomeOf([...lines, "Jahresverbrauch: 4.200 kWh", "Vorjahresverbrauch: 4.400 kWh"]);
    expect(outcome).toEqual({ quantity: "4200", warnings: [], sure: true });
  });
});

describe("an amount without known words", () => {
  it.each([
    ["the sum of lines before it", ["Xyz A 100 kWh", "Xyz B 50,5 kWh", "Xyz C 199,5 kWh", "Abc 350 kWh"]],
    ["the sum of lines after it", ["Abc 350 kWh", "Xyz A 150 kWh", "Xyz B 200 kWh"]],
    ["the sum of parts", ["Consumo P1 100 kWh", "Consumo P2 50 kWh", "Consumo P3 200 kWh", "Abc 350 kWh"]],
  ])("that is %s is the total", (_, lines) => {
    expect(outcomeOf(billOf("es", ...lines))).toEqual(SURE);
  });

  it.each([
    ["12 times another", ["Consumo: 4.200 kWh", "Xyz: 350 kWh"]],
    ["12 times another with less of a label", ["Consumo total: 4.200 kWh", "350 kWh"]],
    ["about 12 times an average", ["Consumo: 4.200 kWh", "Media mensual: 370 kWh"]],
    ["the amount of a year", ["Consumo: 4.200 kWh", "Consumo anual: 4.200 kWh"]],
    ["more than the power of the page gives", ["Consumo: 4.200 kWh", "Potencia contratada P1: 4,6 kW"]],
    ["less than another one", ["Consumo: 350 kWh", "Xyz: 4.200 kWh"]],
    ["less than another total", ["Consumo: 350 kWh", "Consumo total: 1.250 kWh"]],
    ["a whole that is divided", ["Consumo total: 1.250 kWh", "Su parte (28 %): 350 kWh"]],
    ["one part of a tariff", ["Consumo punta: 350 kWh", "Xyz: 20 kWh"]],
    ["one of two equal parts", ["Consumo P1: 350 kWh", "Peaje de acceso 350 kWh"]],
  ])("that is %s is for review", (_, lines) => {
    const { warnings, sure } = outcomeOf(billOf("es", ...lines));
    expect([warnings, sure]).toEqual([["SEVERAL_QUANTITIES"], false]);
  });

  it("of the parts of a tariff is proposed as their sum", () => {
    const outcome = outcomeOf(billOf("es", "Consumo punta 100 kWh", "Consumo llano 100 kWh", "Consumo valle 150 kWh"));
    expect(outcome).toEqual({ quantity: "350", warnings: ["LINES_ADDED"], sure: false });
  });

  it("may be as much as the power of the page gives", () => {
    expect(outcomeOf(billOf("es", "Consumo: 350 kWh", "Potencia contratada P1: 4,6 kW"))).toEqual(SURE);
  });
});

describe("the billed amount of other supplies", () => {
  const spanish = ["Nº factura: F-1", "Periodo de facturación: 01/03/2024 al 31/03/2024"];
  const english = ["Invoice number: F-1", "Billing period: 1 March 2024 to 31 March 2024"];
  it.each([
    [["Factura de agua", ...spanish, "Consumo: 58 m3", "Consumo anual 640 m3"], "58", "m3"],
    [["Factura de agua", ...spanish, "Consumo 58 m3", "Alcantarillado 58 m3 x 0,3  17,40 €"], "58", "m3"],
    [["Factura de agua", ...spanish, "Lectura anterior  Lectura actual  m3", "1.250  1.308  58"], "58", "m3"],
    [["Water bill", ...english, "You used 58 m3", "A typical household uses 12 m3 a month"], "58", "m3"],
    [["Factura de gas natural", ...spanish, "Volumen (m3)  Factor  Energía (kWh)", "58  11,5  667"], "667", "kWh"],
    [["Gas bill", ...english, "Gas units used 58 m3", "Calorific value 39.4 MJ/m3", "kWh used 667 kWh"], "667", "kWh"],
    [["Gas bill", ...english, "Gas used 58 m3 x 11.5 kWh/m3 = 667 kWh"], "667", "kWh"],
    [
      ["Gas bill", ...english, "Gas used 58 m3", "Energy used 667 kWh", "Estimated annual usage 8,000 kWh"],
      "667",
      "kWh",
    ],
    [
      ["Combustible", ...spanish, "Gasóleo C entregado: 2.500,0 litros", "Consumo anual gasóleo C: 30.000 litros"],
      "2500",
      "l",
    ],
  ])("in %j is %s %s", (lines, quantity, unit) => {
    const result = readText(lines);
    expect(result.items).toMatchObject([{ quantity, unit }]);
    expect(isSure(result)).toBe(true);
  });
});

it("takes time in proportion to the number of amounts", () => {
  const timeOf = (amounts: number) => {
    const lines = Array.from({ length: amounts / 50 }, (_, at) => `${at + 2} kWh `.repeat(50));
    // Other processes do not count.
    const start = process.cpuUsage();
    readText([...billOf("es"), ...lines]);
    return process.cpuUsage(start).user;
  };
  timeOf(1_000);
  expect(timeOf(8_000)).toBeLessThan(10 * timeOf(2_000));
});
