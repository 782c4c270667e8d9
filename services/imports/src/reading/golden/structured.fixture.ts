import { FIRST, type Golden } from "./document.fixture.ts";
import { pdfOf } from "./pdf.fixture.ts";
import { ciiOf, ublOf } from "./xml.fixture.ts";

const xml = (text: string) => Buffer.from(text);

export const STRUCTURED: readonly Golden[] = [
  {
    what: "UBL: electricity in kWh",
    bytes: xml(
      ublOf({
        lines: [
          { name: "Energía activa", quantity: "1250.50", unitCode: "KWH" },
          { name: "Potencia contratada", quantity: "31", unitCode: "DAY" },
        ],
      }),
    ),
    sure: true,
    expected: {
      source: "ubl",
      category: "electricity",
      supplierName: "Energía Ejemplo, S.A.",
      supplierTaxId: "A12345678",
      warnings: [],
      items: [{ ...FIRST, quantity: "1250.5", unit: "kWh" }],
    },
  },
  {
    what: "UBL: electricity in three periods is added, for review",
    bytes: xml(
      ublOf({
        lines: ["0.1", "0.2", "1000"].map((quantity) => ({
          name: "Electricity, active energy",
          quantity,
          unitCode: "KWH",
        })),
      }),
    ),
    sure: false,
    expected: { category: "electricity", warnings: ["LINES_ADDED"], items: [{ quantity: "1000.3", unit: "kWh" }] },
  },
  {
    what: "UBL: waste with its code",
    bytes: xml(
      ublOf({
        lines: [
          { name: "Residuos de papel y cartón", quantity: "1.25", unitCode: "TNE", code: "15 01 01" },
          { name: "Residuos de madera LER 150103", quantity: "830", unitCode: "KGM" },
        ],
      }),
    ),
    sure: true,
    expected: {
      category: "wastes",
      items: [
        { ...FIRST, quantity: "1.25", unit: "t", lerCode: "15 01 01", description: "Residuos de papel y cartón" },
        { ...FIRST, quantity: "830", unit: "kg", lerCode: "15 01 03" },
      ],
    },
  },
  {
    what: "CII: natural gas in MWh",
    bytes: xml(ciiOf({ lines: [{ name: "Natural gas supply", quantity: "18.250", unitCode: "MWH" }] })),
    sure: true,
    expected: { source: "cii", category: "gas", items: [{ ...FIRST, quantity: "18.25", unit: "MWh" }] },
  },
  {
    what: "CII: water of a line with its own period",
    bytes: xml(
      ciiOf({
        period: null,
        lines: [
          { name: "Consumo de agua potable", quantity: "42", unitCode: "MTQ", period: ["2025-03-01", "2025-04-30"] },
        ],
      }),
    ),
    sure: true,
    expected: {
      category: "water",
      items: [{ quantity: "42", unit: "m3", startDate: "2025-03-01", endDate: "2025-04-30" }],
    },
  },
  {
    what: "Factur-X: delivery of diesel",
    bytes: pdfOf(["Factura F-2025-117"], {
      attachment: {
        name: "factur-x.xml",
        content: ciiOf({
          period: null,
          delivered: "2025-02-03",
          lines: [{ name: "Gasóleo A (diésel e+10)", quantity: "1500", unitCode: "LTR" }],
        }),
      },
    }),
    sure: true,
    expected: {
      source: "cii",
      category: "fuel_delivery",
      items: [
        { quantity: "1500", unit: "l", startDate: "2025-02-03", endDate: "2025-02-03", printedFuelName: "Gasóleo A" },
      ],
    },
  },
  {
    what: "ZUGFeRD: refrigerant",
    bytes: pdfOf(["Invoice"], {
      attachment: {
        name: "zugferd-invoice.xml",
        content: ciiOf({ lines: [{ name: "Refrigerant R-410A refill", quantity: "2.300", unitCode: "KGM" }] }),
      },
    }),
    sure: true,
    expected: { category: "recharges", items: [{ quantity: "2.3", unit: "kg", printedFuelName: "R-410A" }] },
  },
  {
    what: "UBL: credit note",
    bytes: xml(ublOf({ type: "381", lines: [{ name: "Electricity", quantity: "-100", unitCode: "KWH" }] })),
    sure: false,
    expected: { category: "electricity", warnings: ["CREDIT_NOTE", "QUANTITY_NEGATIVE"], items: [{ quantity: null }] },
  },
];
