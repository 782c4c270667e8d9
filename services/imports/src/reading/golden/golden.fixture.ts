import type { Item, ReadResult } from "../document.ts";
import { pdfOf } from "./pdf.fixture.ts";
import { ciiOf, ublOf } from "./xml.fixture.ts";

export interface Golden {
  what: string;
  bytes: Buffer;
  /** Whether no person has to correct a value. */
  sure: boolean;
  expected: Partial<Omit<ReadResult, "items">> & { items: readonly Partial<Item>[] };
}

const JANUARY = { startDate: "2025-01-01", endDate: "2025-01-31" };
const FIRST = { invoiceNumber: "F-2025-117", ...JANUARY };
const xml = (text: string) => Buffer.from(text);

const STRUCTURED: readonly Golden[] = [
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

const SPANISH: readonly Golden[] = [
  {
    what: "Spanish PDF: electricity",
    bytes: pdfOf([
      "Iberdrola Clientes, S.A.U.\tCIF A95758389",
      "FACTURA DE ELECTRICIDAD",
      "Nº de factura: 21250117010034567",
      "Periodo de facturación: 01/01/2025 - 31/01/2025",
      "CUPS: ES0021000000000001JN0F",
      "Lectura anterior 12.345 kWh",
      "Lectura actual 13.579,5 kWh",
      "Consumo total\t1.234,5 kWh",
      "Energía consumida 1.234,5 kWh x 0,145678 €/kWh\t179,84 €",
      "Potencia contratada 15 kW",
      "Consumo medio diario 39,82 kWh",
      "Total a pagar\t245,10 €",
    ]),
    sure: true,
    expected: {
      source: "text",
      category: "electricity",
      supplierName: "Iberdrola Clientes, S.A.U.",
      supplierTaxId: "A95758389",
      warnings: [],
      items: [
        {
          invoiceNumber: "21250117010034567",
          quantity: "1234.5",
          unit: "kWh",
          cups: "ES0021000000000001JN0F",
          ...JANUARY,
        },
      ],
    },
  },
  {
    what: "Spanish PDF: natural gas as volume and energy",
    bytes: pdfOf([
      "Comercializadora: Gas Ejemplo, S.L.",
      "Factura de gas natural",
      "Número de factura: FE25-0042",
      "Periodo de facturación del 1 de febrero de 2025 al 31 de marzo de 2025",
      "Consumo del periodo: 210 m3",
      "Consumo del periodo: 2.457,12 kWh",
      "Precio término variable 0,065 €/kWh",
    ]),
    sure: true,
    expected: {
      category: "gas",
      supplierName: "Gas Ejemplo, S.L.",
      items: [
        {
          invoiceNumber: "FE25-0042",
          quantity: "2457.12",
          unit: "kWh",
          startDate: "2025-02-01",
          endDate: "2025-03-31",
        },
      ],
    },
  },
  {
    what: "Spanish PDF: water",
    bytes: pdfOf([
      "Canal de Aguas Ejemplo, S.A.",
      "Factura nº A-778812",
      "Suministro de agua, periodo: 12/11/2024 al 13/01/2025",
      "Lectura actual: 1.250 m³",
      "Consumo facturado: 58 m³",
      "Cuota de servicio\t12,35 €",
      "Total\t98,20 €",
    ]),
    sure: true,
    expected: {
      category: "water",
      items: [
        { invoiceNumber: "A-778812", quantity: "58", unit: "m3", startDate: "2024-11-12", endDate: "2025-01-13" },
      ],
    },
  },
  {
    what: "Spanish PDF: delivery of two fuels",
    bytes: pdfOf([
      "Combustibles Ejemplo, S.L.\tNIF B87654321",
      "Albarán y factura nº: 2025/00123",
      "Fecha de entrega: 14/02/2025",
      "Producto\tCantidad",
      "Gasóleo C\t2.500,00 litros",
      "Diésel e+10\t1.000,50 litros",
      "Total\t3.320,00 €",
    ]),
    sure: true,
    expected: {
      category: "fuel_delivery",
      items: [
        { quantity: "2500", unit: "l", printedFuelName: "Gasóleo C", startDate: "2025-02-14", endDate: "2025-02-14" },
        { quantity: "1000.5", unit: "l", printedFuelName: "Diésel e+10" },
      ],
    },
  },
  {
    what: "Spanish PDF: refrigerant",
    bytes: pdfOf([
      "Climatización Ejemplo, S.L.",
      "Factura nº: CL-33",
      "Fecha de intervención: 20/05/2025",
      "Recarga de gas refrigerante R-410A\t3,2 kg",
      "Mano de obra\t120,00 €",
    ]),
    sure: true,
    expected: {
      category: "recharges",
      items: [
        { invoiceNumber: "CL-33", quantity: "3.2", unit: "kg", printedFuelName: "R-410A", startDate: "2025-05-20" },
      ],
    },
  },
  {
    what: "Spanish PDF: wastes",
    bytes: pdfOf([
      "Gestor de residuos: Reciclados Ejemplo, S.A.",
      "Factura nº: R-2025-9",
      "Periodo: 01/06/2025 a 30/06/2025",
      "LER 15 01 01 Envases de papel y cartón\t1.250 kg",
      "LER 200301 Mezcla de residuos municipales\t3,4 t",
      "Transporte\t1\t90,00 €",
    ]),
    sure: true,
    expected: {
      category: "wastes",
      items: [
        { quantity: "1250", unit: "kg", lerCode: "15 01 01", startDate: "2025-06-01", endDate: "2025-06-30" },
        { quantity: "3.4", unit: "t", lerCode: "20 03 01" },
      ],
    },
  },
];

const ENGLISH: readonly Golden[] = [
  {
    what: "English PDF: electricity",
    bytes: pdfOf([
      "Northern Power Ltd\tVAT number GB123456789",
      "Electricity bill",
      "Invoice number: NP-88231",
      "Billing period: 1 March 2025 to 31 March 2025",
      "Previous reading 10,200 kWh",
      "Total consumption\t2,345.6 kWh",
      "Unit rate 24.5 p/kWh",
      "Amount due\t£612.11",
    ]),
    sure: true,
    expected: {
      category: "electricity",
      supplierName: "Northern Power Ltd",
      supplierTaxId: "GB123456789",
      items: [
        { invoiceNumber: "NP-88231", quantity: "2345.6", unit: "kWh", startDate: "2025-03-01", endDate: "2025-03-31" },
      ],
    },
  },
  {
    what: "English PDF: water with days that could be months",
    bytes: pdfOf([
      "River Water plc",
      "Water bill",
      "Bill number: W-5512",
      "Billing period 01/02/2025 to 05/03/2025",
      "Metered water consumption: 31 m3",
    ]),
    sure: false,
    expected: { category: "water", warnings: ["DATE_AMBIGUOUS"], items: [{ quantity: "31", unit: "m3" }] },
  },
  {
    what: "English PDF: heating oil without an invoice number",
    bytes: pdfOf([
      "Highland Fuels Ltd",
      "Delivery date: 17 January 2025",
      "Heating oil delivered\t1,800 litres",
      "Total £1,512.00",
    ]),
    sure: false,
    expected: {
      category: "fuel_delivery",
      warnings: [],
      items: [
        { invoiceNumber: null, quantity: "1800", unit: "l", printedFuelName: "Heating oil", startDate: "2025-01-17" },
      ],
    },
  },
  {
    what: "English PDF: wastes",
    bytes: pdfOf([
      "Waste carrier: Clean Streets Limited",
      "Invoice no: CS-100",
      "Waste collected between 01/04/2025 and 30/04/2025",
      "EWC 20 03 01 mixed municipal waste\t2.75 tonnes",
      "EWC 15 01 02 plastic packaging waste\t310 kg",
    ]),
    sure: true,
    expected: {
      category: "wastes",
      items: [
        { quantity: "2.75", unit: "t", lerCode: "20 03 01", startDate: "2025-04-01", endDate: "2025-04-30" },
        { quantity: "310", unit: "kg", lerCode: "15 01 02" },
      ],
    },
  },
  {
    what: "English PDF: gas with two amounts",
    bytes: pdfOf([
      "City Gas Ltd",
      "Gas bill, natural gas",
      "Invoice number CG-7",
      "Period: 2025-01-01 to 2025-01-31",
      "Gas usage 900.5 kWh",
      "Gas usage 120 kWh",
    ]),
    sure: false,
    expected: { category: "gas", warnings: ["SEVERAL_QUANTITIES"], items: [{ quantity: "900.5", unit: "kWh" }] },
  },
];

/** Documents with the values that must be read from them. */
export const GOLDEN: readonly Golden[] = [...STRUCTURED, ...SPANISH, ...ENGLISH];
