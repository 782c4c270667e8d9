import { type Golden, JANUARY } from "./document.fixture.ts";
import { pdfOf } from "./pdf.fixture.ts";

export const SPANISH: readonly Golden[] = [
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
