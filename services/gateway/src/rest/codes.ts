/** Not-found codes that the contract names. All others become NOT_FOUND. */
const NAMED_NOT_FOUND = new Set([
  "CUSTOM_DATABASE_NOT_FOUND",
  "CUSTOM_VERSION_NOT_FOUND",
  "CUSTOM_RECORD_NOT_FOUND",
  "ORGANIZATION_NOT_FOUND",
  "HOTEL_STAY_NOT_FOUND",
  "BUSINESS_TRAVEL_NOT_FOUND",
  "EXCHANGE_RATE_MISSING",
  "IMPORT_NOT_FOUND",
  "IMPORT_TEMPLATE_NOT_FOUND",
  "IMPORT_OPTIONS_NOT_FOUND",
]);

/** Maps the code of a service to the code of the contract, mostly NOT_FOUND. */
export const publicCode = (code: string, status: number): string =>
  status === 404 && !NAMED_NOT_FOUND.has(code) ? "NOT_FOUND" : code;

const TITLES: Record<string, string> = {
  REQUEST_VALIDATION_FAILED: "Validation failed",
  BULK_RECORDS_REJECTED: "Records rejected",
  ORG_ADMIN_REQUIRED: "Organization admin required",
};

/** A short title, the same for each occurrence of a code. */
export function problemTitle(code: string): string {
  const words = code.toLowerCase().replaceAll("_", " ");
  return TITLES[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
