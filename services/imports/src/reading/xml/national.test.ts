import { describe, expect, it } from "vitest";
import { isSure } from "../assess.ts";
import { failureOf } from "../document.ts";
import { facturaeOf, fatturaPaOf, type NationalSample } from "../golden/national.fixture.ts";
import { readXml } from "./read.ts";

type Line = NationalSample["lines"][number];
const facturae = (lines: readonly Line[], more: Partial<NationalSample> = {}) =>
  readXml(Buffer.from(facturaeOf({ ...more, lines })));
const fatturaPa = (lines: readonly Line[], more: Partial<NationalSample> = {}) =>
  readXml(Buffer.from(fatturaPaOf({ ...more, lines })));
const line = (quantity: string, unitCode: string, name: string, more: Partial<Line> = {}): Line => ({
  name,
  quantity,
  unitCode,
  ...more,
});
const amountOf = ({ items: [item] }: ReturnType<typeof readXml>) => `${item!.quantity} ${item!.unit}`;
const JANUARY = ["2025-01-01", "2025-01-31"] as const;

describe("Facturae", () => {
  it.each(["3.2", "3.2.1", "3.2.2"])("%s has supplier, number, period, quantity, unit and CUPS", (version) => {
    const cups = "<AdditionalLineItemInformation>CUPS: ES0021000000000001AA</AdditionalLineItemInformation>";
    const result = facturae([line("350.0", "36", "Energía eléctrica consumida", { more: cups })], { version });
    expect(result).toMatchObject({
      source: "facturae",
      category: "electricity",
      supplierName: "Energía Ejemplo, S.A.",
      supplierTaxId: "A12345678",
      warnings: [],
      items: [
        {
          invoiceNumber: "F-2025-117",
          quantity: "350",
          unit: "kWh",
          startDate: "2025-01-01",
          endDate: "2025-01-31",
          cups: "ES0021000000000001AA",
        },
      ],
    });
    expect(isSure(result)).toBe(true);
  });

  it.each([
    ["33", "58", "Consumo de agua", "58 m3"],
    ["04", "1500", "Gasóleo A", "1500 l"],
    ["03", "2.5", "Recarga de gas refrigerante R-410A", "2.5 kg"],
    ["21", "500", "Recarga de gas refrigerante R-410A", "500 g"],
    ["05", "350", "Energía activa (kWh)", "350 kWh"],
    ["", "350", "Energía activa kWh", "350 kWh"],
    ["01", "1", "Energía activa 1.350,5 kWh", "1350.5 kWh"],
    ["01", "1", "Energía activa 350 kWh x 0,15 €/kWh", "350 kWh"],
    ["05", "1.25", "Residuos de papel LER 15 01 01 (toneladas)", "1.25 t"],
  ])("reads the unit %s beside %s and %j as %s", (unitCode, quantity, name, expected) => {
    const result = facturae([line(quantity, unitCode, name)]);
    expect([amountOf(result), result.warnings]).toEqual([expected, []]);
  });

  it("counts charges of the same amount once, and no powers and days", () => {
    const lines = [
      line("100", "36", "Energía activa P1"),
      line("250", "36", "Energía activa P2"),
      line("100", "36", "Peaje de acceso P1"),
      line("250", "36", "Peaje de acceso P2"),
      line("31", "05", "Potencia contratada 4,6 kW"),
      line("1", "01", "Impuesto sobre la electricidad"),
    ];
    const result = facturae(lines);
    expect([amountOf(result), result.warnings]).toEqual(["350 kWh", ["LINES_ADDED", "LINES_REPEATED"]]);
  });

  it("adds the series to the number, and takes the period of a line, or the day of the delivery", () => {
    const header = "<InvoiceSeriesCode>A24</InvoiceSeriesCode>";
    const [own] = facturae([line("350", "36", "Electricidad", { period: JANUARY })], { header, period: null }).items;
    expect(own).toMatchObject({ invoiceNumber: "A24-F-2025-117", startDate: "2025-01-01", endDate: "2025-01-31" });
    const [delivery] = facturae([line("900", "04", "Gasóleo C")], { period: null, delivered: "2025-02-03" }).items;
    expect(delivery).toMatchObject({ startDate: "2025-02-03", endDate: "2025-02-03", printedFuelName: "Gasóleo C" });
  });

  it.each([
    ["<InvoiceClass>OO</InvoiceClass>", "350", []],
    [
      "<InvoiceClass>OR</InvoiceClass><Corrective><CorrectionMethod>01</CorrectionMethod></Corrective>",
      "350",
      ["CORRECTED_INVOICE"],
    ],
    [
      "<InvoiceClass>OR</InvoiceClass><Corrective><CorrectionMethod>02</CorrectionMethod></Corrective>",
      null,
      ["CREDIT_NOTE"],
    ],
  ])("%s gives %s", (header, quantity, warnings) => {
    const result = facturae([line("350", "36", "Electricidad")], { header });
    expect([result.items[0]!.quantity, result.warnings]).toEqual([quantity, warnings]);
  });

  it("of a batch has the items of all invoices", () => {
    const one = facturaeOf({ lines: [line("350", "36", "Electricidad")] });
    const invoice = /<Invoice>[\s\S]*<\/Invoice>/.exec(one)![0];
    const other = invoice.replace("F-2025-117", "F-2025-118").replace("<Quantity>350", "<Quantity>120");
    const { items } = readXml(Buffer.from(one.replace("</Invoices>", `${other}</Invoices>`)));
    expect(items.map(({ invoiceNumber, quantity }) => [invoiceNumber, quantity])).toEqual([
      ["F-2025-117", "350"],
      ["F-2025-118", "120"],
    ]);
  });

  it("in Latin 1 that is declared is read", () => {
    const text = facturaeOf({ lines: [line("350", "36", "Energía eléctrica")] }).replace("UTF-8", "ISO-8859-1");
    const result = readXml(Buffer.from(text, "latin1"));
    expect([result.supplierName, amountOf(result)]).toEqual(["Energía Ejemplo, S.A.", "350 kWh"]);
  });

  it("in another namespace is refused", () => {
    const failure = () => facturae([line("350", "36", "Electricidad")], { namespace: "urn:example:facturae" });
    expect(failure).toThrow("another namespace");
  });
});

describe("FatturaPA", () => {
  const note = (name: string, text: string) =>
    `<AltriDatiGestionali><TipoDato>${name}</TipoDato><RiferimentoTesto>${text}</RiferimentoTesto></AltriDatiGestionali>`;

  it("has supplier, number, period, quantity, unit and POD", () => {
    const energy = line("350.00", "kWh", "Energia elettrica", {
      period: JANUARY,
      more: note("POD", "IT001E12345678"),
    });
    const result = fatturaPa([energy], { supplier: "Energia Esempio S.p.A.", taxId: "01234567890" });
    expect(result).toMatchObject({
      source: "fatturapa",
      category: "electricity",
      supplierName: "Energia Esempio S.p.A.",
      supplierTaxId: "IT01234567890",
      warnings: [],
      items: [
        {
          invoiceNumber: "F-2025-117",
          quantity: "350",
          unit: "kWh",
          startDate: "2025-01-01",
          endDate: "2025-01-31",
          cups: "IT001E12345678",
        },
      ],
    });
    expect(isSure(result)).toBe(true);
  });

  it.each([
    ["KWH", "350.00", "Energia elettrica", "350 kWh"],
    ["MWh", "1.50", "Energia elettrica", "1.5 MWh"],
    ["mc", "58.00", "Consumo acqua potabile", "58 m3"],
    ["MC", "58.00", "Consumo acqua potabile", "58 m3"],
    ["Smc", "120.00", "Consumo gas naturale", "120 Sm3"],
    ["Lt", "1500.00", "Gasolio autotrazione", "1500 l"],
    ["LITRI", "1500.00", "Gasolio autotrazione", "1500 l"],
    ["KG", "2.50", "Ricarica gas refrigerante R-410A", "2.5 kg"],
    ["TON", "1.25", "Rifiuti misti CER 17 09 04", "1.25 t"],
    ["", "350.00", "Energia elettrica kWh", "350 kWh"],
    ["NR", "1.00", "Energia elettrica 1.350,5 kWh", "1350.5 kWh"],
    ["", "", "Energia elettrica 350 kWh", "350 kWh"],
  ])("reads the unit %j beside %s and %j as %s", (unitCode, quantity, name, expected) => {
    const result = fatturaPa([line(quantity, unitCode, name, { period: JANUARY })]);
    expect([amountOf(result), result.warnings]).toEqual([expected, []]);
  });

  it("counts charges of the same amount once", () => {
    const lines = [
      line("100.00", "kWh", "Energia attiva F1"),
      line("150.00", "kWh", "Energia attiva F2"),
      line("250.00", "kWh", "Trasporto e gestione del contatore"),
      line("250.00", "kWh", "Oneri di sistema"),
      line("250.00", "kWh", "Accisa"),
      line("1.00", "mese", "Quota fissa energia elettrica"),
    ];
    const result = fatturaPa(lines.map((one) => ({ ...one, period: JANUARY })));
    expect([amountOf(result), result.warnings]).toEqual(["250 kWh", ["LINES_ADDED", "LINES_REPEATED"]]);
  });

  it("nets an earlier estimate, whose money is below zero", () => {
    const lines = [
      line("500.00", "kWh", "Energia elettrica stimata"),
      line("500.00", "kWh", "Storno energia elettrica stimata", { money: "-100.00" }),
      line("480.00", "kWh", "Energia elettrica"),
    ];
    const result = fatturaPa(lines.map((one) => ({ ...one, period: JANUARY })));
    expect([amountOf(result), result.warnings]).toEqual(["480 kWh", ["LINES_ADDED"]]);
  });

  it.each([
    ["TD01", "350", []],
    ["TD24", "350", []],
    ["TD04", null, ["CREDIT_NOTE"]],
    ["TD02", "350", ["PRO_FORMA_INVOICE"]],
    ["TD05", "350", ["CORRECTED_INVOICE"]],
  ])("of the type %s gives %s", (header, quantity, warnings) => {
    const result = fatturaPa([line("350.00", "kWh", "Energia elettrica", { period: JANUARY })], { header });
    expect([result.items[0]!.quantity, result.warnings]).toEqual([quantity, warnings]);
  });

  it("of a delivery has the day of its note", () => {
    const { items } = fatturaPa([line("900.00", "LT", "Gasolio riscaldamento")], { delivered: "2025-02-03" });
    expect(items).toMatchObject([{ quantity: "900", startDate: "2025-02-03", endDate: "2025-02-03" }]);
  });

  it("of gas has the PDR", () => {
    const gas = line("120.00", "mc", "Consumo gas naturale", { period: JANUARY, more: note("PDR", "00881234567890") });
    expect(fatturaPa([gas]).items).toMatchObject([{ quantity: "120", unit: "m3", cups: "00881234567890" }]);
  });

  it("without amounts has no values", () => {
    try {
      fatturaPa([line("1.00", "NR", "Consulenza")]);
      expect.unreachable();
    } catch (error) {
      expect(failureOf(error)?.code).toBe("READING_NO_VALUES");
    }
  });
});
