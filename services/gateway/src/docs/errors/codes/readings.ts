import type { Entry, Refusal } from "../entry.ts";

/** Readings of documents. */
export const readingRefusals: readonly Refusal[] = [
  {
    code: "MULTIPLE_FILES_NOT_SUPPORTED",
    status: 400,
    meaning: "a confirmation names more than one reading",
    help: "confirm each reading with a request of its own",
  },
  {
    code: "READING_INVALID_STATE",
    status: 409,
    meaning:
      "the document is being read or confirmed, could not be read, or was corrected by a person; `detail` says which",
    help: "wait and get the reading again, or correct its values; delete a corrected reading to read the file again",
  },
  {
    code: "READING_ALREADY_CONFIRMED",
    status: 409,
    meaning: "records were created from the reading; `record_ids` of the reading has their ids",
    help: "change the records themselves",
  },
  {
    code: "READING_CHANGED_MEANWHILE",
    status: 409,
    meaning: "another request changed or confirmed the reading at the same time",
    help: "get the reading again, check it, and repeat after `Retry-After`",
  },
  {
    code: "TOO_MANY_READINGS",
    status: 429,
    meaning: "200 documents of the organization wait or are read",
    help: "wait until some are read",
  },
];

/** Codes in readings of documents: failures and warnings. */
export const readingNotes: readonly Entry[] = [
  {
    code: "READING_TYPE_UNSUPPORTED",
    meaning:
      "in `error_code`: the file is neither a PDF nor an invoice in UBL 2.1, UN/CEFACT CII, Facturae 3.2 or FatturaPA 1.2",
    help: "send another form of the document, or enter its values",
  },
  {
    code: "READING_NO_TEXT",
    meaning: "in `error_code`: the PDF has no text, because it is a scan",
    help: "enter its values, or ask the supplier for another form",
  },
  {
    code: "READING_NO_VALUES",
    meaning: "in `error_code`: no amount with a unit of a known subject was found",
    help: "enter the values",
  },
  {
    code: "READING_ENCRYPTED",
    meaning: "in `error_code`: the PDF is protected with a password",
    help: "remove the password",
  },
  {
    code: "READING_UNREADABLE",
    meaning: "in `error_code`: the document is damaged or incomplete",
    help: "upload it again",
  },
  {
    code: "READING_TOO_COMPLEX",
    meaning: "in `error_code`: the document exceeds a limit of size, pages, time or memory; `error_detail` says which",
    help: "split the document, or enter its values",
  },
  {
    code: "READING_FAILED",
    meaning: "in `error_code`: reading ended without a result several times",
    help: "enter the values",
  },
  {
    code: "CATEGORY_UNKNOWN",
    meaning: "in `warnings`: the subject of the document was not found",
    help: "send the category",
  },
  {
    code: "CATEGORY_UNCERTAIN",
    meaning: "in `warnings`: the words of the document fit a second category nearly as well",
    help: "check the category",
  },
  {
    code: "SEVERAL_QUANTITIES",
    meaning:
      "in `warnings`: the document has several amounts that could be meant, or the amount may be that of another period",
    help: "check the quantity; it is null if only yearly, average, estimated or exported amounts were found",
  },
  {
    code: "LINES_ADDED",
    meaning: "in `warnings`: the amounts of several lines were added",
    help: "check that no line states the same consumption twice",
  },
  {
    code: "LINES_REPEATED",
    meaning:
      "in `warnings`: several lines state one consumption, such as energy, network, taxes and sewage; it was counted once",
    help: "check that they are not different meters or deliveries",
  },
  {
    code: "TOO_MANY_ITEMS",
    meaning: "in `warnings`: the document has more than 20 items; the others are left out",
    help: "record the others yourself",
  },
  {
    code: "QUANTITY_NEGATIVE",
    meaning:
      "in `warnings`: an amount is below zero, such as one that was fed in; it was neither taken over nor subtracted",
    help: "enter the amount that counts",
  },
  {
    code: "CREDIT_NOTE",
    meaning: "in `warnings`: the document is a credit note; its amounts were not taken over",
    help: "correct the records of the invoice that it corrects",
  },
  {
    code: "CORRECTED_INVOICE",
    meaning: "in `warnings`: the document replaces an earlier invoice",
    help: "delete the records of the earlier invoice before you confirm",
  },
  {
    code: "PRO_FORMA_INVOICE",
    meaning: "in `warnings`: the document is a pro forma invoice, so the real one may follow",
    help: "confirm only one of the two",
  },
  {
    code: "UNIT_UNKNOWN",
    meaning: "in `warnings`: no amount has a unit of the category",
    help: "check unit and category",
  },
  {
    code: "DATE_AMBIGUOUS",
    meaning: "in `warnings`: day and month of a date may be exchanged",
    help: "check the period",
  },
  {
    code: "NUMBER_AMBIGUOUS",
    meaning:
      "in `warnings`: a separator in an amount may be a decimal mark or divide thousands, or digits of another column may belong to it",
    help: "check the quantity",
  },
  {
    code: "PERIOD_REVERSED",
    meaning: "in `warnings`: the period ends before it starts and was not taken over",
    help: "enter the period",
  },
];
