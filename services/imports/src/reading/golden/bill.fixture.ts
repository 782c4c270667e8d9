/** The top of an electricity bill of March 2024, in each language that is read. */
export const TOPS = {
  es: ["Factura de electricidad", "Nº factura: F-1", "Periodo de facturación: del 01/03/2024 al 31/03/2024"],
  en: ["Electricity bill", "Invoice number: F-1", "Billing period: 1 March 2024 to 31 March 2024"],
  de: ["Stromrechnung", "Rechnungsnummer: F-1", "Abrechnungszeitraum: 01.03.2024 bis 31.03.2024"],
  fr: ["Facture d'électricité", "Facture n° F-1", "Période de facturation : du 1er mars 2024 au 31 mars 2024"],
  it: ["Bolletta energia elettrica", "Fattura n. F-1", "Periodo di fatturazione: dal 01/03/2024 al 31/03/2024"],
  pt: ["Fatura de eletricidade", "Fatura n.º F-1", "Período de faturação: 01/03/2024 a 31/03/2024"],
  ca: [
    "Factura d'electricitat",
    "Núm. de factura: F-1",
    "Període de facturació: de l'1 de març de 2024 al 31 de març de 2024",
  ],
} as const;
export type Language = keyof typeof TOPS;

export const billOf = (language: Language, ...lines: readonly string[]): string[] => [...TOPS[language], ...lines];
