import { fail } from "../document.ts";
import { INVOICE_LINES_MAX } from "../limits.ts";
import { type UnitOfCode, unitOfCode, unitOfText } from "../units.ts";
import { type ElectronicInvoice, type InvoiceKind, type InvoiceLine, isNegative, pointIn } from "./invoice.ts";
import { all, dayAt, type Element, first, textAt, textsOf } from "./tree.ts";

const NAMESPACE = /^http:\/\/ivaservizi\.agenziaentrate\.gov\.it\/docs\/xsd\/fatture\/v1\.2(?:\.\d)?$/;
/** Credit notes, payments in advance and debit notes. Others are invoices. */
const KINDS: Readonly<Record<string, InvoiceKind>> = {
  TD04: "creditNote",
  TD08: "creditNote",
  TD02: "proForma",
  TD03: "proForma",
  TD05: "corrected",
  TD09: "corrected",
};
/** The unit is free text. */
const COUNTS = /^(?:|n\.?|nr\.?|n°|num\.?|numero|pz\.?|pezz[oi]|un\.?|unit[aà]?|cad\.?|corpo|a corpo|ac)$/i;
/** Italian abbreviations that other languages read otherwise. */
const ABBREVIATIONS: Readonly<Record<string, UnitOfCode>> = {
  ton: { unit: "t", times: "1" },
  tonn: { unit: "t", times: "1" },
  q: { unit: "kg", times: "100" },
  ql: { unit: "kg", times: "100" },
  hl: { unit: "l", times: "100" },
  "kw/h": { unit: "kWh", times: "1" },
};

/** FatturaPA 1.2, the format of invoices in Italy. A file may have several bodies. Null for another document. */
export function readFatturaPa(root: Element): ElectronicInvoice[] | null {
  if (root.name !== "FatturaElettronica" || !NAMESPACE.test(root.namespace)) return null;
  const lines = all(root, "FatturaElettronicaBody", "DatiBeniServizi", "DettaglioLinee");
  if (lines.length > INVOICE_LINES_MAX) fail("READING_TOO_COMPLEX", `It has more than ${INVOICE_LINES_MAX} lines.`);
  const seller = first(root, "FatturaElettronicaHeader", "CedentePrestatore", "DatiAnagrafici");
  return all(root, "FatturaElettronicaBody").map((body) => {
    const general = first(body, "DatiGenerali");
    const data = first(general, "DatiGeneraliDocumento");
    return {
      source: "fatturapa",
      number: textAt(data, "Numero"),
      kind: KINDS[textAt(data, "TipoDocumento") ?? ""] ?? "invoice",
      supplierName: nameOf(first(seller, "Anagrafica")),
      supplierTaxId: taxIdOf(seller),
      period: { start: null, end: null },
      delivered: deliveredOf(general),
      point: pointIn([...textsOf(body), ...notesIn(body)]),
      lines: all(body, "DatiBeniServizi", "DettaglioLinee").map(lineOf),
    };
  });
}

const nameOf = (names: Element | undefined): string | null =>
  textAt(names, "Denominazione") ??
  (["Nome", "Cognome"].flatMap((name) => textAt(names, name) ?? []).join(" ") || null);

function taxIdOf(seller: Element | undefined): string | null {
  const code = textAt(seller, "IdFiscaleIVA", "IdCodice");
  return code === null ? textAt(seller, "CodiceFiscale") : `${textAt(seller, "IdFiscaleIVA", "IdPaese") ?? ""}${code}`;
}

/** The day of the only delivery note. */
function deliveredOf(general: Element | undefined): string | null {
  const days = new Set(all(general, "DatiDDT").map((note) => dayAt(note, "DataDDT")));
  return days.size === 1 ? [...days][0]! : null;
}

/** A note of a line has a name and a text, such as "PDR" and its digits. */
const notesOf = (line: Element): string[] =>
  all(line, "AltriDatiGestionali").map((note) =>
    ["TipoDato", "RiferimentoTesto"].flatMap((name) => textAt(note, name) ?? []).join(" "),
  );
const notesIn = (body: Element) => all(body, "DatiBeniServizi", "DettaglioLinee").flatMap(notesOf);

function lineOf(line: Element): InvoiceLine {
  const unit = textAt(line, "UnitaMisura") ?? "";
  const printed = unitOfText(unit);
  const known = printed === null ? null : { unit: printed, times: "1" };
  const codes = all(line, "CodiceArticolo", "CodiceValore").map(({ text }) => text.trim());
  return {
    name: textAt(line, "Descrizione") ?? "",
    description: [...codes, ...notesOf(line)].join(" "),
    quantity: textAt(line, "Quantita"),
    unit: known ?? ABBREVIATIONS[unit.toLowerCase().replace(/\.$/, "")] ?? unitOfCode(unit),
    isCounted: COUNTS.test(unit),
    isMoneyNegative: isNegative(textAt(line, "PrezzoTotale")),
    point: pointIn([...textsOf(line), ...notesOf(line)]),
    period: { start: dayAt(line, "DataInizioPeriodo"), end: dayAt(line, "DataFinePeriodo") },
  };
}
