import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Call } from "@emissions/kit/wire/call";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import { HANDLING } from "@emissions/kit/wire/headers";
import {
  DuplicateReason,
  DuplicateReasonSchema,
  type PossibleDuplicateSchema,
} from "@emissions/proto/common/v1/duplicate";

/** The code of notices, of errors in strict validations, and of refusals. */
export const POSSIBLE_DUPLICATE = "POSSIBLE_DUPLICATE";

export type ThereKind = keyof typeof LINKS;

/** A record that is there already, or an earlier row of the same file. It is stored as JSON. */
export interface Duplicate {
  /** The text of a DuplicateReason. */
  reason: string;
  /** Name of the field in the API; null for a file. */
  field: string | null;
  there: { kind: ThereKind; id: string } | { rowNumber: number };
}

/** Where the API shows what is there. A test of the whole system reads the paths. */
const LINKS = {
  purchases: "/v1/purchases/{id}",
  wastes: "/v1/wastes/{id}",
  invoices: "/v3/invoices/{id}",
  waste_water_treatments: "/v1/waste-water-treatments/{id}",
  hotel_stays: "/v1/hotel-stays/{id}",
  vehicle_consumptions: "/v1/vehicle-consumptions/{id}",
  business_travels: "/v1/business-travels/{id}",
  transports: "/v1/transports/{id}",
  imports: "/v2/imports/{id}/status",
  file_readings: "/v1/files/readings/{id}",
} as const;

/** Whether activity compares records of the kind. */
export const isCompared = (kind: string): kind is ThereKind => Object.hasOwn(LINKS, kind);

/** Whether the caller prefers a refusal to a warning. */
export const isStrict = (call: Call): boolean => call.requestHeader.get(HANDLING) === "strict";

export const reasonText = (reason: DuplicateReason): string => enumText(DuplicateReasonSchema, reason);

const SAME: Readonly<Record<string, string>> = {
  [reasonText(DuplicateReason.EXTERNAL_ID)]: "the same external_id",
  [reasonText(DuplicateReason.DOCUMENT_NUMBER)]: "the same document number",
  [reasonText(DuplicateReason.SAME_ACTIVITY)]: "the same owner, type and period",
  [reasonText(DuplicateReason.SAME_FILE)]: "the same content",
};

/** A sentence for people. */
export function sentenceOf({ reason, there }: Duplicate): string {
  const what = "id" in there ? `${there.kind.replaceAll("_", " ")} ${there.id}` : `row ${there.rowNumber} of the file`;
  return `${SAME[reason] ?? reason}: ${what}`;
}

export const toDuplicate = ({ reason, field, there }: Duplicate): MessageInitShape<typeof PossibleDuplicateSchema> => ({
  reason: enumNumber(DuplicateReasonSchema, reason),
  ...(field !== null && { field }),
  ...("id" in there
    ? { entityType: there.kind, id: there.id, link: LINKS[there.kind].replace("{id}", there.id) }
    : { rowNumber: there.rowNumber }),
});

/** Imports and readings of the same content that an answer names. */
export const SAME_FILES_MAX = 10;

/** Imports or readings of the same content. */
export const sameFiles = (kind: ThereKind, rows: readonly { id: string }[]): Duplicate[] =>
  rows.map(({ id }) => ({ reason: reasonText(DuplicateReason.SAME_FILE), field: null, there: { kind, id } }));
