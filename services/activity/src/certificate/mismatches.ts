import { type Check, unknown } from "@emissions/kit/wire/checks";
import { invalid, unprocessable } from "@emissions/kit/wire/errors";

/** Why a certificate does not cover an invoice, by code. */
const REASONS: Readonly<Record<string, string>> = {
  INVOICE_NOT_ELECTRICITY: "the invoice is not of electricity",
  INVOICE_UNIT_NOT_ENERGY: "the unit of the invoice cannot be converted to MWh",
  CERTIFICATE_MARKET_MISMATCH: "the facility of the invoice is in another market than the certificate",
  CERTIFICATE_YEAR_MISMATCH: "no day of the invoice is in the calendar year of the certificate",
  INVOICE_ALREADY_COVERED: "certificates cover all MWh of the invoice in the year of the certificate",
  CERTIFICATE_USED_UP: "no MWh of the certificate are left",
  CERTIFICATE_LIMIT_REACHED: "a certificate covers 5,000 invoices at most, and an invoice has 50 certificates at most",
};

const FIELD = "invoice_ids";
/** Violations of one refusal. */
const LISTED_MAX = 100;

/** The invoices of a request that a certificate does not cover. */
export class Mismatches {
  readonly #places: ReadonlyMap<string, number>;
  readonly #found: Check[] = [];

  constructor(ids: readonly string[]) {
    this.#places = new Map(ids.map((id, at) => [id, at]));
  }

  /** Null stands for an invoice that does not exist. */
  add(id: string, code: string | null): [] {
    const { msg, type } = code === null ? unknown(FIELD) : { msg: REASONS[code]!, type: code };
    this.#found.push({ loc: ["body", FIELD, String(this.#places.get(id))], msg, type });
    return [];
  }

  /** Has the code of the first invoice; each violation has its own. */
  refuse(): void {
    const [first] = this.#found;
    if (first === undefined) return;
    const count = this.#found.length;
    const more = count > LISTED_MAX ? ` Only the first ${LISTED_MAX} are listed.` : "";
    if (REASONS[first.type] === undefined) throw invalid(this.#found.slice(0, LISTED_MAX));
    const detail = `The certificate does not cover ${count} of the invoices.${more}`;
    throw unprocessable(first.type, detail, this.#found.slice(0, LISTED_MAX));
  }
}
