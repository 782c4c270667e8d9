import type { Refusal } from "../entry.ts";

/** Certificates and their use by invoices. */
export const certificateRefusals: readonly Refusal[] = [
  {
    code: "CERTIFICATE_IN_USE",
    status: 409,
    meaning:
      "invoices use the certificate: its market, production, technology and rate stay, and `mwh` is not below `mwh_used`",
    help: "delete its matches first",
  },
  {
    code: "CERTIFICATE_MARKET_MISMATCH",
    status: 422,
    meaning:
      "the facility of an invoice is in another market than the certificate: another country, unless both exchange guarantees of origin over the AIB Hub",
    help: "name invoices of facilities in the market of the certificate",
  },
  {
    code: "CERTIFICATE_YEAR_MISMATCH",
    status: 422,
    meaning: "an invoice has no day in the calendar year of the production",
    help: "name invoices with days in that year",
  },
  {
    code: "CERTIFICATE_USED_UP",
    status: 422,
    meaning: "invoices before this one use all MWh of the certificate",
    help: "name fewer invoices, or use another certificate",
  },
  {
    code: "CERTIFICATE_LIMIT_REACHED",
    status: 422,
    meaning: "a certificate covers 5,000 invoices at most, and an invoice has 50 certificates at most",
    help: "record the certificate in several parts, or several certificates as one",
  },
  {
    code: "INVOICE_ALREADY_COVERED",
    status: 422,
    meaning: "certificates cover all MWh of an invoice in the year of the certificate",
    help: "leave the invoice out",
  },
  {
    code: "INVOICE_NOT_ELECTRICITY",
    status: 422,
    meaning: "an invoice is not of electricity",
    help: "name electricity invoices",
  },
  {
    code: "INVOICE_UNIT_NOT_ENERGY",
    status: 422,
    meaning: "the unit of an invoice cannot be converted to MWh",
    help: "record the invoice in a unit of energy",
  },
];
