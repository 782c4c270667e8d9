import type { Golden } from "./document.fixture.ts";
import { pdfOf } from "./pdf.fixture.ts";

const MARCH = { startDate: "2024-03-01", endDate: "2024-03-31" };

/** In German, French, Italian, Portuguese and Catalan. */
export const LANGUAGES: readonly Golden[] = [
  {
    what: "German PDF: electricity",
    bytes: pdfOf([
      "Beispiel Energie GmbH\tUSt-IdNr.: DE123456789",
      "Stromrechnung",
      "Rechnungsnummer: R-2024-7",
      "Lieferzeitraum: 1. März 2024 bis 31. März 2024",
      "Zählerstand alt\t10.000 kWh",
      "Zählerstand neu\t11.234,5 kWh",
      "Gesamtverbrauch\t1.234,5 kWh",
      "Arbeitspreis 0,28 €/kWh\t345,66 €",
      "Prognostizierter Jahresverbrauch\t15.000 kWh",
    ]),
    sure: true,
    expected: {
      category: "electricity",
      supplierName: "Beispiel Energie GmbH",
      supplierTaxId: "DE123456789",
      items: [{ invoiceNumber: "R-2024-7", quantity: "1234.5", unit: "kWh", ...MARCH }],
    },
  },
  {
    what: "German PDF: heating oil",
    bytes: pdfOf([
      "Beispiel Brennstoffe GmbH",
      "Rechnung Nr. 4711",
      "Lieferdatum: 14.02.2025",
      "Heizöl EL\t2.500,00 Liter",
      "Gesamtbetrag\t2.320,00 €",
    ]),
    sure: true,
    expected: {
      category: "fuel_delivery",
      items: [
        { invoiceNumber: "4711", quantity: "2500", unit: "l", printedFuelName: "Heizöl EL", startDate: "2025-02-14" },
      ],
    },
  },
  {
    what: "French PDF: water",
    bytes: pdfOf([
      "Eaux Exemple SAS",
      "Facture d'eau",
      "Facture n° 2024-118",
      "Période de consommation du 1er mars 2024 au 31 mars 2024",
      "Ancien index 1 250 m³",
      "Consommation facturée : 58 m³",
      "Consommation annuelle estimée : 640 m³",
      "Total TTC\t198,20 €",
    ]),
    sure: true,
    expected: {
      category: "water",
      supplierName: "Eaux Exemple SAS",
      items: [{ invoiceNumber: "2024-118", quantity: "58", unit: "m3", ...MARCH }],
    },
  },
  {
    what: "Italian PDF: natural gas",
    bytes: pdfOf([
      "Gas Esempio S.p.A.\tP.IVA 01234567890",
      "Bolletta gas naturale",
      "Fattura n. 2024/55",
      "Periodo di fatturazione: dal 01/03/2024 al 31/03/2024",
      "Consumo fatturato: 1.520,4 kWh",
      "Consumo annuo: 12.000 kWh",
      "Totale da pagare\t180,10 €",
    ]),
    sure: true,
    expected: {
      category: "gas",
      items: [{ invoiceNumber: "2024/55", quantity: "1520.4", unit: "kWh", ...MARCH }],
    },
  },
  {
    what: "Portuguese PDF: wastes",
    bytes: pdfOf([
      "Gestão de Resíduos Exemplo, Lda",
      "Fatura n.º 2024/9",
      "Período: 01/03/2024 a 31/03/2024",
      "LER 15 01 01 Embalagens de papel e cartão\t1.250 kg",
      "LER 20 03 01 Resíduos urbanos\t3,4 t",
    ]),
    sure: true,
    expected: {
      category: "wastes",
      items: [
        { invoiceNumber: "2024/9", quantity: "1250", unit: "kg", lerCode: "15 01 01", ...MARCH },
        { quantity: "3.4", unit: "t", lerCode: "20 03 01" },
      ],
    },
  },
  {
    what: "Catalan PDF: electricity",
    bytes: pdfOf([
      "Energia Exemple, S.L.\tNIF B12345678",
      "Factura d'electricitat",
      "Número de factura: C-31",
      "Període de facturació: 1 d'abril de 2024 - 30 d'abril de 2024",
      "CUPS: ES0031000000000001JN0F",
      "Consum facturat\t820,5 kWh",
      "Consum mitjà de la seva zona\t900 kWh",
      "Potència contractada 5,75 kW",
    ]),
    sure: true,
    expected: {
      category: "electricity",
      items: [{ invoiceNumber: "C-31", quantity: "820.5", startDate: "2024-04-01", endDate: "2024-04-30" }],
    },
  },
  {
    what: "German PDF: credit note",
    bytes: pdfOf([
      "Beispiel Energie GmbH",
      "Gutschrift zur Stromrechnung",
      "Rechnungsnummer: R-8",
      "Abrechnungszeitraum: 01.03.2024 bis 31.03.2024",
      "Verbrauch: 350,5 kWh",
    ]),
    sure: false,
    expected: { category: "electricity", warnings: ["CREDIT_NOTE"], items: [{ quantity: null, unit: "kWh" }] },
  },
];
