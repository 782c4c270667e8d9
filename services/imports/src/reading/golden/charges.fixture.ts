import type { Golden } from "./document.fixture.ts";
import { facturaeOf, fatturaPaOf } from "./national.fixture.ts";
import { type InvoiceSample, ublOf } from "./xml.fixture.ts";

const DAYS = ["2024-03-01", "2024-03-31"] as const;
const MARCH = { startDate: DAYS[0], endDate: DAYS[1] };
const line = (name: string, quantity: string, unitCode = "KWH", more: object = {}) => ({
  name,
  quantity,
  unitCode,
  ...more,
});
const bytesOf = (number: string, ...lines: InvoiceSample["lines"]) =>
  Buffer.from(ublOf({ number, period: DAYS, supplier: "Example Energy Ltd", lines }));
const electricity = { source: "ubl", category: "electricity", supplierName: "Example Energy Ltd" } as const;

/** Electronic invoices that state a consumption once for each charge, and those of national formats. */
export const CHARGES: readonly Golden[] = [
  {
    what: "UBL: the same kWh for the energy and the network",
    bytes: bytesOf(
      "H4",
      line("Active energy P1", "100"),
      line("Active energy P2", "50"),
      line("Active energy P3", "200"),
      line("Network charge P1", "100"),
      line("Network charge P2", "50"),
      line("Network charge P3", "200"),
    ),
    sure: false,
    expected: {
      ...electricity,
      warnings: ["LINES_ADDED", "LINES_REPEATED"],
      items: [{ invoiceNumber: "H4", quantity: "350", unit: "kWh", ...MARCH }],
    },
  },
  {
    what: "UBL: water and sewage",
    bytes: bytesOf("H4W", line("Water supply", "35", "MTQ"), line("Wastewater disposal", "35", "MTQ")),
    sure: false,
    expected: {
      category: "water",
      warnings: ["LINES_REPEATED"],
      items: [{ invoiceNumber: "H4W", quantity: "35", unit: "m3", ...MARCH }],
    },
  },
  {
    what: "UBL: use and feed-in",
    bytes: bytesOf("H6", line("Electricity consumption", "500"), line("Solar export credit", "-300")),
    sure: false,
    expected: {
      ...electricity,
      warnings: ["QUANTITY_NEGATIVE"],
      items: [{ invoiceNumber: "H6", quantity: "500", unit: "kWh", ...MARCH }],
    },
  },
  ...(
    [
      ["Arbeitspreis Strom", "1120", "KWH", "electricity"],
      ["Consommation de gaz", "1120", "KWH", "gas"],
      ["Consommation d'eau", "35", "MTQ", "water"],
      ["Consumo acqua", "35", "MTQ", "water"],
    ] as const
  ).map(([name, quantity, code, category]) => ({
    what: `UBL: ${name}`,
    bytes: bytesOf("H12", line(name, quantity, code)),
    sure: true,
    expected: { category, items: [{ quantity, ...MARCH }] },
  })),
  {
    what: "Facturae: electricity",
    bytes: Buffer.from(facturaeOf({ period: DAYS, lines: [line("Energía eléctrica consumida", "350", "36")] })),
    sure: true,
    expected: { source: "facturae", category: "electricity", items: [{ quantity: "350", unit: "kWh", ...MARCH }] },
  },
  {
    what: "FatturaPA: gas",
    bytes: Buffer.from(fatturaPaOf({ lines: [line("Consumo gas naturale", "120.00", "mc", { period: DAYS })] })),
    sure: true,
    expected: { source: "fatturapa", category: "gas", items: [{ quantity: "120", unit: "m3", ...MARCH }] },
  },
];
