/** Bytes of a document that is read. */
export const DOCUMENT_BYTES_MAX = 25 * 1024 * 1024;
/** Bytes of the XML of an invoice, alone or attached to a PDF. */
export const XML_BYTES_MAX = 5 * 1024 * 1024;
export const XML_DEPTH_MAX = 40;
export const XML_ELEMENTS_MAX = 100_000;

/** Pages of a PDF. Invoices with more are lists of something else. */
export const PAGES_MAX = 50;
/** Pages whose text is read; the totals of an invoice are on the first ones. */
export const PAGES_READ_MAX = 20;
export const TEXT_CHARACTERS_MAX = 200_000;
export const LINES_MAX = 5_000;
/** Characters of a line that the rules look at. */
export const LINE_CHARACTERS_MAX = 500;
/** A PDF with less text is a picture. */
export const TEXT_CHARACTERS_MIN = 20;
export const ATTACHMENTS_MAX = 20;

/** Lines of an invoice with an amount. */
export const INVOICE_LINES_MAX = 5_000;
export const ITEMS_MAX = 20;

/** Time and memory of the process that reads one document. */
export const READ_TIMEOUT_MS = 20_000;
/** Time of a content that could not be read before. */
export const READ_AGAIN_TIMEOUT_MS = 10_000;
export const HEAP_MIB = 192;
/** With code and buffers. */
export const MEMORY_MIB = 512;
export const MEMORY_CHECK_MS = 50;

/** Below this confidence a person must check the values. */
export const CONFIDENCE_MIN = "0.9";

/** A process that reads a document renews nothing: reading ends before the lease does. */
export const LEASE_S = 60;
/** A document that ends the process this often is not read again. */
export const ATTEMPTS_MAX = 3;
/** Documents that a process reads at once. One group has one less at most. */
export const READINGS_MAX = 2;
/** Documents of an organization that wait or are read. */
export const READINGS_WAITING_MAX = 200;
/** Each process looks for documents of other processes this often. */
export const RUN_EVERY_MS = 2_000;
/** A content that could not be read counts as new after this time. */
export const FAILED_CONTENT_DAYS = 30;
export const FAILED_CONTENTS_EVERY_MS = 60 * 60_000;
export const FAILED_CONTENTS_ROUND_MAX = 5_000;
/** Confirmations that one run of the sweep finishes. */
export const SWEEP_EVERY_MS = 30_000;
export const SWEEP_CONFIRMATIONS_MAX = 100;
/** A confirmation whose process was killed is finished after this time. */
export const CONFIRMATION_STALE_S = 60;

export const FACILITIES_MAX = 100;
/** Records of one confirmation. */
export const RECORDS_MAX = 100;
