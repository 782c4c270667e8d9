import type { Golden } from "./document.fixture.ts";
import { pdfOf } from "./pdf.fixture.ts";

const MARCH = { startDate: "2024-03-01", endDate: "2024-03-31" };
const SPANISH_TOP = [
  "Comercializadora Ejemplo S.L.\tCIF B00000000",
  "FACTURA DE ELECTRICIDAD",
  "Nº factura: FE-2024-001",
  "Fecha de emisión: 05/04/2024",
  "Periodo de facturación: del 01/03/2024 al 31/03/2024",
];
const ENGLISH_TOP = [
  "Example Energy Ltd",
  "Electricity bill",
  "Invoice number: E-77",
  "Billing period: 1 March 2024 to 31 March 2024",
];
const spanish = { category: "electricity", supplierName: "Comercializadora Ejemplo S.L." } as const;
const first = { invoiceNumber: "FE-2024-001", quantity: "350", unit: "kWh", ...MARCH };

/** Pages with other numbers than the billed one. */
export const EDGES: readonly Golden[] = [
  {
    what: "English PDF: a yearly usage",
    bytes: pdfOf([...ENGLISH_TOP, "Electricity used: 350 kWh", "Annual usage: 4,200 kWh"]),
    sure: true,
    expected: { category: "electricity", items: [{ invoiceNumber: "E-77", quantity: "350", unit: "kWh", ...MARCH }] },
  },
  {
    what: "Spanish PDF: a yearly usage",
    bytes: pdfOf([...SPANISH_TOP, "Energía facturada 350 kWh x 0,15 €/kWh", "Consumo anual: 4.200 kWh"]),
    sure: true,
    expected: { ...spanish, items: [first] },
  },
  {
    what: "English PDF: a table with amounts of money",
    bytes: pdfOf([...ENGLISH_TOP, "Description\tQuantity\tUnit\tAmount", "Electricity usage\t350\tkWh\t87.50"]),
    sure: true,
    expected: { category: "electricity", items: [{ quantity: "350", unit: "kWh", ...MARCH }] },
  },
  {
    what: "Spanish PDF: a table with two periods of a tariff",
    bytes: pdfOf([
      ...SPANISH_TOP,
      "Concepto\tCantidad\tUnidad\tImporte",
      "Energía activa P1\t100\tkWh\t20,00",
      "Energía activa P2\t50\tkWh\t7,50",
    ]),
    sure: false,
    expected: { ...spanish, warnings: ["LINES_ADDED"], items: [{ ...first, quantity: "150" }] },
  },
  {
    what: "Spanish PDF: electricity from natural gas",
    bytes: pdfOf([
      "Comercializadora Ejemplo S.L.",
      "FACTURA DE LUZ",
      "Nº factura: FE-2024-001",
      "Periodo de facturación: del 01/03/2024 al 31/03/2024",
      "CUPS: ES0021000000000001AA",
      "Potencia contratada P1: 4,6 kW",
      "Potencia contratada P2: 4,6 kW",
      "Consumo total: 350 kWh",
      "Origen de su energía: Renovable 45 %, CC Gas Natural 15 %",
      "Mezcla nacional: Renovable 50 %, CC Gas Natural 17 %",
    ]),
    sure: true,
    expected: { ...spanish, items: [{ ...first, cups: "ES0021000000000001AA" }] },
  },
];
