import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, createFileRegistry, type DescMessage, fromBinary, toBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { AuditRecordSchema } from "@emissions/proto/common/v1/audit";
import { insertCommandAudit } from "../db/command-audit.ts";
import type { Db, Tx, Write } from "../db/transactions.ts";
import { insertDeferred } from "./deferred-events.ts";

/** Letters of one list, and of one replay. The oldest come first. */
export const LETTERS_MAX = 1_000;

export interface LetterFilter {
  organizationId?: string | undefined;
  consumer?: string | undefined;
  id?: string | undefined;
}

export interface Letter {
  organizationId: string;
  consumer: string;
  id: string;
  type: string;
  cause: string;
  createdAt: Date;
  bytes: number;
}

/** The person who looks or decides, and the reason. Both are in the audit log of the organization. */
export interface Decision {
  by: string;
  reason: string;
  /** The event by which activity learns the row. Null in activity itself. */
  auditEvent: DescMessage | null;
}

type Key = Pick<Letter, "organizationId" | "consumer" | "id">;

export const listLetters = (db: Db, filter: LetterFilter): Promise<Letter[]> =>
  db.systemWide((tx) => selectLetters(tx, filter));

const selectLetters = (tx: Tx, { organizationId = null, consumer = null, id = null }: LetterFilterInput) => tx<
  Letter[]
>`
  select organization_id, consumer, id, type, cause, created_at, octet_length(payload)::int as bytes
  from dead_letters
  where (${organizationId}::uuid is null or organization_id = ${organizationId}::uuid)
    and (${consumer}::text is null or consumer = ${consumer})
    and (${id}::uuid is null or id = ${id}::uuid)
  order by created_at, organization_id, consumer, id limit ${LETTERS_MAX}`;
type LetterFilterInput = { [K in keyof LetterFilter]: LetterFilter[K] | null };

/** The event of a letter as JSON. Its values may be about people, so the look is audited. */
export const showLetter = (db: Db, key: Key, decision: Decision): Promise<object | null> =>
  db.asService(key.organizationId, async (write) => {
    const [row] = await write.tx<{ type: string; payload: Uint8Array }[]>`
      select type, payload from dead_letters where ${isLetter(write.tx, key)}`;
    if (row === undefined) return null;
    await audit(write, "ShowDeadLetter", key, decision);
    return { type: row.type, payload: decoded(row) };
  });

/**
 * Puts the event in front of its consumer again, with all its tries. Its inbox row goes in the same transaction, or the
 * event would count as handled. Answers false if the letter is gone.
 */
export const replayLetter = (db: Db, key: Key, decision: Decision): Promise<boolean> =>
  db.asService(key.organizationId, async (write) => {
    const { tx, org } = write;
    const row = await takeLetter(tx, key);
    if (row === undefined) return false;
    await tx`delete from inbox where ${isLetter(tx, key)}`;
    const event = { id: key.id, organizationId: org, ...row, packed: false, traceparent: "" };
    const queue = { consumer: key.consumer, lane: "single", organizationId: org } as const;
    await insertDeferred(tx, queue, { events: [event], failures: 0, pauseMs: 0 });
    await audit(write, "ReplayDeadLetter", key, decision);
    return true;
  });

/** Gives the event up for good. Its inbox row stays, so that it is not handled when its stream is filled again. */
export const discardLetter = (db: Db, key: Key, decision: Decision): Promise<boolean> =>
  db.asService(key.organizationId, async (write) => {
    if ((await takeLetter(write.tx, key)) === undefined) return false;
    await audit(write, "DiscardDeadLetter", key, decision);
    return true;
  });

async function takeLetter(tx: Tx, key: Key): Promise<{ type: string; payload: Uint8Array } | undefined> {
  const [row] = await tx<{ type: string; payload: Uint8Array }[]>`
    delete from dead_letters where ${isLetter(tx, key)} returning type, payload`;
  return row;
}

const isLetter = (tx: Tx, { organizationId, consumer, id }: Key) =>
  tx`organization_id = ${organizationId} and consumer = ${consumer} and id = ${id}`;

/** Commands have no call, so the row is made here. */
async function audit(write: Write, action: string, { id, consumer }: Key, { by, reason, auditEvent }: Decision) {
  const { tx, org } = write;
  const changes = Object.fromEntries(
    Object.entries({ consumer, by, reason }).map(([name, value]) => [name, { old: null, new: value }]),
  );
  const row = { action, entityKind: "dead_letter", entityId: id };
  const audited = await insertCommandAudit(tx, org, { ...row, changes });
  if (auditEvent === null) return;
  const record = create(AuditRecordSchema, {
    ...row,
    ...audited,
    occurredAt: timestampFromDate(new Date()),
    changes: JSON.stringify(changes),
  });
  write.emitEncoded(auditEvent, toBinary(auditEvent, create(auditEvent, { records: [record] })));
}

/** Null for an event that cannot be read: that may be the reason why it is here. */
function decoded({ type, payload }: { type: string; payload: Uint8Array }): unknown {
  const image = createRequire(import.meta.url).resolve("@emissions/proto/image.binpb");
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(image)));
  const desc = registry.getMessage(type);
  try {
    return desc ? toJson(desc, fromBinary(desc, payload), { registry }) : null;
  } catch {
    return null;
  }
}
