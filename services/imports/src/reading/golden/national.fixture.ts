import type { InvoiceSample } from "./xml.fixture.ts";

/** An invoice in a national format. Units are codes of Facturae, or texts of FatturaPA. */
export interface NationalSample extends Omit<InvoiceSample, "type"> {
  /** More elements of the header of the invoice. */
  header?: string;
  version?: string;
}

const USUAL = { number: "F-2025-117", supplier: "Energía Ejemplo, S.A.", taxId: "A12345678" };

const FACTURAE: Readonly<Record<string, string>> = {
  "3.2": "http://www.facturae.es/Facturae/2009/v3.2/Facturae",
  "3.2.1": "http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_1.xml",
  "3.2.2": "http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml",
};

const daysOf = (name: string, days: readonly [string, string] | null | undefined) =>
  days ? `<${name}><StartDate>${days[0]}</StartDate><EndDate>${days[1]}</EndDate></${name}>` : "";

/** Facturae 3.2. */
export function facturaeOf(sample: NationalSample): string {
  const { number, supplier, taxId, lines, period, delivered, header = "", version = "3.2.2" } = { ...USUAL, ...sample };
  const rows = lines.map(
    ({ name, quantity, unitCode, period: own, money = "1.00", more = "" }) => `<InvoiceLine>
<ItemDescription>${name}</ItemDescription><Quantity>${quantity}</Quantity>${unitCode && `<UnitOfMeasure>${unitCode}</UnitOfMeasure>`}
<UnitPriceWithoutTax>1</UnitPriceWithoutTax><TotalCost>${money}</TotalCost><GrossAmount>${money}</GrossAmount>
${daysOf("LineItemPeriod", own)}${more}</InvoiceLine>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<fe:Facturae xmlns:fe="${sample.namespace ?? FACTURAE[version]}"><FileHeader><SchemaVersion>${version}</SchemaVersion></FileHeader>
<Parties><SellerParty><TaxIdentification><PersonTypeCode>J</PersonTypeCode><TaxIdentificationNumber>${taxId}</TaxIdentificationNumber></TaxIdentification>
<LegalEntity><CorporateName>${supplier}</CorporateName></LegalEntity></SellerParty>
<BuyerParty><LegalEntity><CorporateName>Cliente</CorporateName></LegalEntity></BuyerParty></Parties>
<Invoices><Invoice><InvoiceHeader><InvoiceNumber>${number}</InvoiceNumber><InvoiceDocumentType>FC</InvoiceDocumentType>${header}</InvoiceHeader>
<InvoiceIssueData><IssueDate>2025-02-05</IssueDate>${delivered ? `<OperationDate>${delivered}</OperationDate>` : ""}${daysOf("InvoicingPeriod", period === undefined ? ["2025-01-01", "2025-01-31"] : period)}</InvoiceIssueData>
<Items>${rows.join("\n")}</Items></Invoice></Invoices></fe:Facturae>`;
}

/** FatturaPA 1.2. */
export function fatturaPaOf(sample: NationalSample): string {
  const { number, supplier, taxId, lines, delivered, header, version = "FPR12" } = { ...USUAL, ...sample };
  const rows = lines.map(
    (
      { name, quantity, unitCode, period, money = "1.00", more = "" },
      index,
    ) => `<DettaglioLinee><NumeroLinea>${index + 1}</NumeroLinea>
<Descrizione>${name}</Descrizione>${quantity && `<Quantita>${quantity}</Quantita>`}${unitCode && `<UnitaMisura>${unitCode}</UnitaMisura>`}
${period ? `<DataInizioPeriodo>${period[0]}</DataInizioPeriodo><DataFinePeriodo>${period[1]}</DataFinePeriodo>` : ""}
<PrezzoUnitario>1.00</PrezzoUnitario><PrezzoTotale>${money}</PrezzoTotale><AliquotaIVA>22.00</AliquotaIVA>${more}</DettaglioLinee>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<p:FatturaElettronica versione="${version}" xmlns:p="${sample.namespace ?? "http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"}">
<FatturaElettronicaHeader><CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>${taxId}</IdCodice></IdFiscaleIVA>
<Anagrafica><Denominazione>${supplier}</Denominazione></Anagrafica></DatiAnagrafici></CedentePrestatore></FatturaElettronicaHeader>
<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>${header ?? "TD01"}</TipoDocumento><Divisa>EUR</Divisa><Data>2025-02-05</Data><Numero>${number}</Numero></DatiGeneraliDocumento>
${delivered ? `<DatiDDT><NumeroDDT>1</NumeroDDT><DataDDT>${delivered}</DataDDT></DatiDDT>` : ""}</DatiGenerali>
<DatiBeniServizi>${rows.join("\n")}</DatiBeniServizi></FatturaElettronicaBody></p:FatturaElettronica>`;
}
