import { enumText } from "@emissions/kit/wire/enum";
import { DuplicateService } from "@emissions/proto/activity/v1/duplicate_service";
import { type EntityType, EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import { type CallOptions, callActivity, type SubmitContext } from "../submit/calls.ts";
import { type Duplicate, isCompared, reasonText } from "./duplicate.ts";

interface Records extends CallOptions {
  entityType: EntityType;
  /** Encoded values. */
  records: readonly Uint8Array[];
  /** Its records are those of an earlier attempt. None by default. */
  exceptFileId?: string | undefined;
}

/** Of one new record. */
export interface Comparison {
  /** The record that activity has stored. */
  stored: Duplicate | null;
  /** A record with one of these keys may be the same. */
  keys: Key[];
}

export interface Key extends Pick<Duplicate, "reason" | "field"> {
  text: string;
}

export const NOTHING: Comparison = { stored: null, keys: [] };

/** Compares records with those that activity has stored, in one call. */
export async function compareRecords(
  context: SubmitContext,
  { entityType, records, exceptFileId, ...options }: Records,
): Promise<Comparison[]> {
  const kind = enumText(EntityTypeSchema, entityType);
  if (records.length === 0 || !isCompared(kind)) return records.map(() => NOTHING);
  const request = { entityType, records: [...records], exceptFileId: exceptFileId ?? "" };
  const reply = await callActivity(context, DuplicateService.method.findDuplicates, request, options);
  const found = new Map(reply.duplicates.map(({ index, ...one }) => [index, one]));
  return records.map((_, index) => {
    const one = found.get(index);
    const keys = reply.keys[index]?.keys ?? [];
    return {
      stored: one ? { reason: reasonText(one.reason), field: one.field, there: { kind, id: one.id } } : null,
      keys: keys.map(({ reason, field, hash }) => ({ reason: reasonText(reason), field, text: `${reason}:${hash}` })),
    };
  });
}
