/** Values of an electronic invoice for tests. */
export interface InvoiceSample {
  number?: string;
  type?: string;
  supplier?: string;
  taxId?: string;
  period?: readonly [start: string, end: string] | null;
  delivered?: string;
  lines: readonly {
    name: string;
    quantity: string;
    unitCode: string;
    code?: string;
    period?: readonly [string, string];
    /** Money of the line. */
    money?: string;
    /** More elements of the line. */
    more?: string;
  }[];
  /** Replaces the namespace of the root. */
  namespace?: string;
}

const USUAL = { number: "F-2025-117", type: "380", supplier: "Energía Ejemplo, S.A.", taxId: "A12345678" };
const UBL = "urn:oasis:names:specification:ubl:schema:xsd:";
const CII = "urn:un:unece:uncefact:data:standard:";

/** An invoice in UBL 2.1. */
export function ublOf(sample: InvoiceSample): string {
  const {
    number,
    type,
    supplier,
    taxId,
    lines,
    delivered,
    period = ["2025-01-01", "2025-01-31"],
    namespace,
  } = { ...USUAL, ...sample };
  const periodOf = (days: readonly [string, string] | null | undefined) =>
    days
      ? `<cac:InvoicePeriod><cbc:StartDate>${days[0]}</cbc:StartDate><cbc:EndDate>${days[1]}</cbc:EndDate></cac:InvoicePeriod>`
      : "";
  const rows = lines.map(
    (
      { name, quantity, unitCode, code, period: own, money = "1", more = "" },
      index,
    ) => `<cac:InvoiceLine><cbc:ID>${index + 1}</cbc:ID>${more}
<cbc:InvoicedQuantity unitCode="${unitCode}">${quantity}</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">${money}</cbc:LineExtensionAmount>${periodOf(own)}
<cac:Item><cbc:Name>${name}</cbc:Name>${code ? `<cac:CommodityClassification><cbc:ItemClassificationCode listID="LER">${code}</cbc:ItemClassificationCode></cac:CommodityClassification>` : ""}</cac:Item></cac:InvoiceLine>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="${namespace ?? `${UBL}Invoice-2`}" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2">
<cbc:ID>${number}</cbc:ID><cbc:IssueDate>2025-02-05</cbc:IssueDate><cbc:InvoiceTypeCode>${type}</cbc:InvoiceTypeCode>${periodOf(period)}
<cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>${supplier}</cbc:Name></cac:PartyName>
<cac:PartyTaxScheme><cbc:CompanyID>${taxId}</cbc:CompanyID></cac:PartyTaxScheme></cac:Party></cac:AccountingSupplierParty>
${delivered ? `<cac:Delivery><cbc:ActualDeliveryDate>${delivered}</cbc:ActualDeliveryDate></cac:Delivery>` : ""}
${rows.join("\n")}</Invoice>`;
}

/** The same in UN/CEFACT CII. */
export function ciiOf(sample: InvoiceSample): string {
  const {
    number,
    type,
    supplier,
    taxId,
    lines,
    delivered,
    period = ["2025-01-01", "2025-01-31"],
    namespace,
  } = { ...USUAL, ...sample };
  const dayOf = (day: string) => `<udt:DateTimeString format="102">${day.replaceAll("-", "")}</udt:DateTimeString>`;
  const periodOf = (days: readonly [string, string] | null | undefined) =>
    days
      ? `<ram:BillingSpecifiedPeriod><ram:StartDateTime>${dayOf(days[0])}</ram:StartDateTime><ram:EndDateTime>${dayOf(days[1])}</ram:EndDateTime></ram:BillingSpecifiedPeriod>`
      : "";
  const rows = lines.map(
    ({ name, quantity, unitCode, code, period: own }) => `<ram:IncludedSupplyChainTradeLineItem>
<ram:SpecifiedTradeProduct><ram:Name>${name}</ram:Name>${code ? `<ram:DesignatedProductClassification><ram:ClassCode>${code}</ram:ClassCode></ram:DesignatedProductClassification>` : ""}</ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="${unitCode}">${quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement>${periodOf(own)}</ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${namespace ?? `${CII}CrossIndustryInvoice:100`}" xmlns:ram="${CII}ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${CII}UnqualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>${type}</ram:TypeCode></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${rows.join("\n")}
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>${supplier}</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${taxId}</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery>${delivered ? `<ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>${dayOf(delivered)}</ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent>` : ""}</ram:ApplicableHeaderTradeDelivery>
<ram:ApplicableHeaderTradeSettlement>${periodOf(period)}</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
}
