import { describe, expect, it } from "vitest";
import { isSure } from "../assess.ts";
import { billOf, type Language } from "../golden/bill.fixture.ts";
import { readText } from "./read.ts";

const outcomeOf = (language: Language, lines: readonly string[]) => {
  const result = readText(billOf(language, ...lines));
  return [result.items[0]!.quantity, result.items[0]!.unit, isSure(result)];
};

const TABLES: readonly (readonly [string, Language, readonly string[]])[] = [
  ["quantity, unit, amount", "en", ["Description  Quantity  Unit  Amount", "Electricity usage  350  kWh  87.50"]],
  ["unit, quantity, amount", "en", ["Description  Unit  Qty  Amount", "Electricity  kWh  350  87.50"]],
  [
    "price, unit, quantity, amount",
    "en",
    ["Description  Price  Unit  Quantity  Amount", "Energy  0.25  kWh  350  87.50"],
  ],
  ["amount before quantity", "en", ["Item  Amount  Quantity  Unit", "Energy  87.50  350  kWh"]],
  ["a unit in the header", "en", ["Description  Usage (kWh)  Rate  Total", "Energy  350  0.25  87.50"]],
  ["a unit beside the number", "es", ["Concepto  Cantidad  Precio  Importe", "Energía  350 kWh  0,25  87,50"]],
  ["rows under no header of names", "es", ["Cantidad  Unidad  Importe", "Energía activa  350  kWh  87,50"]],
  [
    "a total row",
    "es",
    ["Concepto  Cantidad  Unidad  Importe", "P1  100  kWh  20,00", "P2  250  kWh  7,50", "Total  350  kWh  27,50"],
  ],
  ["readings and consumption", "es", ["Lectura anterior  Lectura actual  Consumo (kWh)", "12.000  12.350  350"]],
  ["readings with units", "es", ["Lectura anterior  Lectura actual  Consumo", "12.000 kWh  12.350 kWh  350 kWh"]],
  [
    "a yearly column",
    "es",
    ["Concepto  Consumo (kWh)  Consumo anual (kWh)  Importe (€)", "Energía  350  4.200  87,50"],
  ],
  ["the unit in the price alone", "es", ["Concepto  Consumo  Precio  Importe", "Energía  350  0,15 €/kWh  52,50 €"]],
  [
    "German",
    "de",
    [
      "Bezeichnung  Menge  Einheit  Preis  Betrag",
      "Arbeitspreis Strom HT  350  kWh  0,25  87,50",
      "Summe  350  kWh  0  87,50",
    ],
  ],
  ["German with units in the header", "de", ["Zeitraum  Verbrauch (kWh)  Betrag (EUR)", "März  350  87,50"]],
  ["French", "fr", ["Désignation  Quantité  Unité  Prix  Montant HT", "Électricité  350  kWh  0,25  87,50"]],
  ["Italian", "it", ["Descrizione  Quantità  U.M.  Prezzo  Importo", "Energia attiva  350  kWh  0,25  87,50"]],
  ["Portuguese", "pt", ["Descrição  Quantidade  Unidade  Preço  Valor", "Energia ativa  350  kWh  0,25  87,50"]],
  ["Catalan", "ca", ["Concepte  Quantitat  Unitat  Import", "Energia activa  350  kWh  87,50"]],
  [
    "levies of the same amount",
    "es",
    [
      "Concepto  Cantidad  Unidad  Importe",
      "Energía  350  kWh  87,50",
      "Peajes  350  kWh  12,00",
      "IVA  99,50  21  20,90",
    ],
  ],
];

describe("a table", () => {
  it.each(TABLES)("with %s, in %s, gives the number in the column of quantities", (_, language, lines) => {
    expect(outcomeOf(language, lines)).toEqual(["350", "kWh", true]);
  });

  it.each([
    [
      "parts of a tariff",
      ["Concepto  Cantidad  Unidad  Importe", "Energía P1  100  kWh  20,00", "Energía P2  50  kWh  7,50"],
      "150",
    ],
    ["unlike rows", ["Concepto  Cantidad  Unidad  Importe", "Abc  100  kWh  20,00", "Xyz  50  kWh  7,50"], "100"],
    ["no header", ["Energía consumida  350  kWh  87,50"], "350"],
    ["no header and the unit first", ["Energía consumida  kWh  350  0,25  87,50"], "350"],
    ["other columns than its row", ["Concepto  Cantidad  Unidad  Precio  Importe", "Energía  350  kWh  87,50"], "350"],
    ["a label with the unit and two numbers", ["Consumo (kWh)  350  87,50"], "350"],
  ])("with %s is for review", (_, lines, quantity) => {
    expect(outcomeOf("es", lines)).toEqual([quantity, "kWh", false]);
  });

  it.each([
    ["an amount with a sign", ["Consumo (kWh)  87,50 €"]],
    ["an amount with a code", ["Consumo (kWh)  87,50 EUR"]],
    ["a column of amounts", ["Concepto  Cantidad  Unidad  Importe", "Energía    kWh  87,50"]],
    ["a price", ["Concepto  Precio kWh  Importe", "Energía  0,25  87,50"]],
  ])("with %s alone has no quantity", (_, lines) => {
    let quantity: string | null;
    try {
      quantity = readText(billOf("es", ...lines)).items[0]!.quantity;
    } catch (error) {
      quantity = null;
      expect(error).toMatchObject({ failure: { code: "READING_NO_VALUES" } });
    }
    expect(quantity).toBeNull();
  });

  it.each<[string, Language, string[]]>([
    [
      "a label in the next column",
      "pt",
      [
        "Descrição  Quantidade  Unidade  Preço  Valor",
        "Energia ativa vazio  200  kWh  0,15  30,00",
        "Energia ativa fora de vazio 310  kWh  0,15  46,50",
      ],
    ],
    [
      "a correction in the next column",
      "pt",
      [
        "Descrição  Quantidade  Unidade  Preço  Valor",
        "Energia ativa  510  kWh  0,15  76,50",
        "Acerto da fatura anterior -200  kWh  0,15  -30,00",
      ],
    ],
    [
      "a credit",
      "pt",
      [
        "Descrição  Quantidade  Unidade  Preço  Valor",
        "Energia ativa  510  kWh  0,15  76,50",
        "Crédito de energia 200  kWh  0,15  -30,00",
      ],
    ],
    [
      "a label in the next column and the unit in the header",
      "es",
      [
        "Concepto  Consumo (kWh)  Precio  Importe",
        "Energía  510  0,1  51,00",
        "Energía de valle y supervalle 310  0,1  31,00",
      ],
    ],
    [
      "numbers that run together",
      "es",
      ["Concepto  Cantidad  Unidad  Importe", "Energía  50  kWh  7,50", "Abc  100kWh20,00"],
    ],
    [
      "a missing unit",
      "de",
      ["Bezeichnung  Menge (kWh)  Preis  Betrag", "Arbeitspreis  350  0,25  87,50", "Xyz  900  225,00"],
    ],
    [
      "two numbers in one cell",
      "fr",
      ["Désignation  Quantité  Unité  Montant", "Énergie  350  kWh  87,50", "Abc 7 900  kWh  225,00"],
    ],
    [
      "a row in another order",
      "it",
      ["Descrizione  Quantità  U.M.  Importo", "Energia  350  kWh  87,50", "Xyz  kWh  225,00"],
    ],
  ])("with %s, in %s, is for review", (_, language, lines) => {
    expect(outcomeOf(language, lines)[2]).toBe(false);
  });

  it.each([
    ["rents", "Alquiler de equipos 31  días  1,00"],
    ["taxes", "IVA 21 %  12,00"],
    ["levies", "Peajes y cargos 350  kWh  12,00"],
    ["readings", "Lectura anterior 12.000  kWh  12,00"],
    ["a yearly amount", "Consumo anual estimado 4.200  kWh  12,00"],
  ])("may have rows of %s that are not whole", (_, row) => {
    const lines = ["Concepto  Cantidad  Unidad  Importe", "Energía activa  350  kWh  87,50", row];
    expect(outcomeOf("es", lines)).toEqual(["350", "kWh", true]);
  });

  it("of months is a history", () => {
    const history = [
      "Mes  Consumo (kWh)  Importe (€)",
      "Enero  900  99,00",
      "Febrero  910  98,00",
      "Marzo  350  87,50",
    ];
    expect(outcomeOf("es", ["Consumo: 350 kWh", ...history])).toEqual(["350", "kWh", true]);
    expect(outcomeOf("es", history)).toEqual([null, "kWh", false]);
  });

  it("of gas has the volume and the energy", () => {
    const lines = [
      "Bolletta gas naturale",
      "Descrizione  Volume (mc)  Energia (kWh)  Importo (€)",
      "Consumo gas naturale  33  350  87,50",
    ];
    const [item] = readText(["Fattura n. F-1", "Periodo: dal 01/03/2024 al 31/03/2024", ...lines]).items;
    expect(item).toMatchObject({ quantity: "350", unit: "kWh" });
  });
});
