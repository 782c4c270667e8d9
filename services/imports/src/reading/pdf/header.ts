const NUMBER_LABEL = String.raw`(?:n[ºo°.]{1,2}\s*(?:de\s+)?(?:factura|albar[aá]n)|factura\s*(?:n[ºo°.]{1,2}|n[uú]m(?:ero|\.)?)|n[uú]mero\s+(?:de\s+)?(?:factura|albar[aá]n)|(?:tax )?(?:invoice|bill|delivery note|statement)\s*(?:number|no\.?|nº|n°|#|ref(?:erence)?))`;
/** In German, French, Italian, Portuguese and Catalan. */
const OTHER_DOCUMENT = "(?:facture|bon de livraison|fattura|bolletta|ddt|fatura|guia|factura|albar[aà])";
const OTHER_MARK = String.raw`(?:n[ºo°.]{1,2}|nr\.?|n[uú]m(?:[eé]ro|\.)?)`;
const OTHER_LABEL = String.raw`rechnungs?\s?-?\s?(?:nummer|nr\.?)|lieferschein\s?-?(?:nummer|nr\.?)|belegnummer|${OTHER_DOCUMENT}\s*${OTHER_MARK}|${OTHER_MARK}\s*(?:d(?:e|ella|a)\s+)?(?:la\s+)?${OTHER_DOCUMENT}`;
const INVOICE_NUMBER = new RegExp(
  String.raw`(?:${NUMBER_LABEL}|${OTHER_LABEL})\s*[:.#]?\s*([A-Z0-9][A-Z0-9/_.-]{1,39})`,
  "i",
);
/** Written with a colon alone: "Factura: F-12". */
const PLAIN_NUMBER = /\b(?:factura|invoice|rechnung|facture|fattura|fatura)\s*:\s*([A-Z0-9][A-Z0-9/_.-]{1,39})/i;

const SUPPLIER_LABEL =
  /(?:comercializadora|proveedor|empresa suministradora|suministrador|emisor|gestor(?: de residuos)?|lieferant|versorger|stromlieferant|fournisseur|fornitore|fornecedor|comercializador|prove[iï]dor|comercialitzadora|supplier|sold by|vendor|waste carrier)\s*:\s*(\S.*)/i;
const COMPANY =
  /(?:^|[\s,])(?:S\.\s?A\.(?:U\.)?|S\.\s?L\.(?:U\.)?|SAU?|SLU?|Ltd\.?|Limited|plc|Inc\.?|GmbH|AG|SARL|SAS|S\.\s?p\.\s?A\.|SpA|S\.\s?r\.\s?l\.|Srl|Lda\.?|LLC)(?=$|[\s,.(])/i;
const TAX_ID =
  /(?:\b(?:USt-?Id-?(?:Nr)?\.?|TVA(?: intracommunautaire)?|P\.? ?IVA|Partita IVA|NIPC|CIF|NIF|C\.I\.F\.|N\.I\.F\.|VAT(?: reg(?:istration)?)?(?: no\.?| number)?|tax id)\s*[:.]?\s*)([A-Z]{0,2}-?\d?[A-Z0-9][\dA-Z -]{5,12}[\dA-Z])/i;
const CUPS = /\bES ?(?:\d ?){16}[A-Z]{2}(?: ?\d[FPRCXYZ])?\b/;

/** Lines at the top in which a supplier without a label stands. */
const TOP_LINES = 12;
const NAME_MAX = 255;

/** A label and its value may stand in columns, so the value ends at a wide gap. */
const untilGap = (text: string) => text.split(/ {2,}/)[0]!.trim().slice(0, NAME_MAX);

const firstMatch = (lines: readonly string[], pattern: RegExp): string | null =>
  lines.map((line) => pattern.exec(line)?.[1]).find((text) => text !== undefined) ?? null;

export interface Header {
  invoiceNumber: string | null;
  supplierName: string | null;
  supplierTaxId: string | null;
  cups: string | null;
}

/** The values that a document has once. */
export function headerOf(lines: readonly string[]): Header {
  const number = firstMatch(lines, INVOICE_NUMBER) ?? firstMatch(lines, PLAIN_NUMBER);
  const company = lines.slice(0, TOP_LINES).find((line) => COMPANY.test(line));
  const supplier = firstMatch(lines, SUPPLIER_LABEL) ?? company ?? null;
  const cups = lines.map((line) => CUPS.exec(line)?.[0]).find((text) => text !== undefined);
  return {
    invoiceNumber: number?.replace(/[.,/-]+$/, "") || null,
    supplierName: supplier === null ? null : untilGap(supplier).replace(/,\s*$/, "") || null,
    supplierTaxId: firstMatch(lines, TAX_ID)?.replace(/[ -]/g, "") ?? null,
    cups: cups?.replaceAll(" ", "") ?? null,
  };
}
