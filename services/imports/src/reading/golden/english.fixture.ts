import type { Golden } from "./document.fixture.ts";
import { pdfOf } from "./pdf.fixture.ts";

export const ENGLISH: readonly Golden[] = [
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
