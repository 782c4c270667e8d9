import type { DescService } from "@bufbuild/protobuf";
import { createContextKey } from "@connectrpc/connect";
import { isId } from "../process/id.ts";
import type { Call } from "../wire/call.ts";
import { conflict } from "../wire/errors.ts";
import { EXPECTED_VERSIONS, RECORD_VERSION } from "../wire/headers.ts";
import { resourceOf } from "../wire/resource.ts";
import type { ServiceEntry } from "../wire/services.ts";
import type { PipelinedStatements } from "./pipelined-statements.ts";
import type { Fragment, Tx } from "./pool.ts";

/** The row of one thing: every change of the thing changes this row. */
export interface VersionedRow {
  service: DescService;
  /** The methods that get, change or delete it, each in one transaction. */
  methods: readonly string[];
  table: string;
  /** The field of their requests with the id; by default `id`. */
  field?: string;
  /** The columns of the id and of the organization; by default `id` and `organization_id`. */
  key?: string;
  owner?: string;
}

/** The usual methods of a resource. */
export const usual = (name: string): string[] => ["get", "update", "delete"].map((verb) => `${verb}${name}`);

/** The row of a resource that the proto of its service declares. */
export function versionedResource(service: DescService): VersionedRow {
  const { table, methods } = resourceOf(service);
  const { name, input } = methods.get!;
  return { service, table, field: input.fields[0]!.localName, methods: usual(name.replace(/^Get/, "")) };
}

interface Subject {
  row: VersionedRow;
  id: unknown;
}

const subjectKey = createContextKey<Subject | null>(null, { description: "versioned row" });

/** Calls whose handlers compare versions by themselves. */
const comparing = new WeakSet<Headers>();

/** Lets transactions of these methods show the version of the row, and compare it with the one that the caller expects. */
export function withVersions(entries: readonly ServiceEntry[], rows: readonly VersionedRow[]): ServiceEntry[] {
  return entries.map(({ service, impl }) => {
    const own = rows.filter((row) => row.service === service);
    const wrapped = own.flatMap((row) => row.methods.map((name) => [name, about(row, handlerIn(impl, name))]));
    return { service, impl: { ...impl, ...Object.fromEntries(wrapped) } };
  });
}

type Handler = (request: Record<string, unknown>, call: Call) => unknown;

function handlerIn(impl: ServiceEntry["impl"], name: string): Handler {
  const handler = (impl as Record<string, unknown>)[name];
  if (typeof handler !== "function") throw new Error(`There is no method ${name} to compare versions in.`);
  return handler as Handler;
}

const about =
  (row: VersionedRow, handler: Handler): Handler =>
  (request, call) => {
    call.values.set(subjectKey, { row, id: request[row.field ?? "id"] });
    return handler(request, call);
  };

/** The versions that the caller expects; null if any will do. Whoever asks compares them with that of a locked row. */
export function expectedVersions({ requestHeader }: Pick<Call, "requestHeader">): string[] | null {
  comparing.add(requestHeader);
  return requestHeader.get(EXPECTED_VERSIONS)?.split(" ") ?? null;
}

export const hasChanged = () =>
  conflict("PRECONDITION_FAILED", "The resource has changed since the version that If-Match names.");

interface Transaction {
  call: Call;
  tx: Tx;
  org: string;
  pipelined: PipelinedStatements;
}

/**
 * Reads, and shows the version of the row. The version is read before the rows that the call shows: it may be older than
 * they are, never newer, so no change between both is lost.
 */
export async function readVersioned<R>(transaction: Transaction, work: () => Promise<R>): Promise<R> {
  const { call } = transaction;
  const version = call.responseHeader.has(RECORD_VERSION) ? null : sendVersion(transaction);
  const result = await work();
  await showVersion(call, version);
  return result;
}

/**
 * Changes the row if it has a version that the caller expects. It is locked before the work and compared after it: a
 * request that is refused anyway gets that refusal (RFC 9110, 13.2.1). The new version is shown when `steps` are done.
 */
export async function writeVersioned<R>(
  transaction: Transaction & { steps: Promise<void>[] },
  work: () => Promise<R>,
): Promise<R> {
  const { call, tx, org, pipelined, steps } = transaction;
  const subject = subjectOf(call);
  const expected = call.requestHeader.get(EXPECTED_VERSIONS)?.split(" ") ?? null;
  if (subject !== null && expected !== null) pipelined.send(lockRow(tx, org, subject));
  // A statement of its own sees the changes that the lock has waited for.
  const before = expected === null ? null : await sendVersion(transaction);
  const result = await work();
  // An ignored expectation would lose changes.
  const isMet = expected === null || comparing.has(call.requestHeader) || isIn(expected, before?.[0]);
  if (!isMet) throw hasChanged();
  const shown = showVersion(call, sendVersion(transaction));
  // The commit reports a failure of the statement.
  shown.catch(() => undefined);
  steps.push(shown);
  return result;
}

interface Version {
  version: string;
}

const isIn = (expected: readonly string[], row: Version | undefined) =>
  row !== undefined && expected.includes(row.version);

/** Null also for an id that no row can have. */
function subjectOf({ values }: Call): { row: VersionedRow; id: string } | null {
  const subject = values.get(subjectKey);
  return subject !== null && typeof subject.id === "string" && isId(subject.id)
    ? { row: subject.row, id: subject.id }
    : null;
}

type Found = NonNullable<ReturnType<typeof subjectOf>>;

const where = (tx: Tx, org: string, { row: { table, key = "id", owner = "organization_id" }, id }: Found): Fragment =>
  tx`from ${tx(table)} where ${tx(owner)} = ${org} and ${tx(key)} = ${id}`;

/** As an update does: references to the row need not wait. */
const lockRow = (tx: Tx, org: string, subject: Found) => tx`
  select ${where(tx, org, subject)} for no key update`;

/**
 * The transaction that wrote the row last: it differs after each change, whatever the clock says. A hash of the values would
 * tell of values that the caller may not see.
 */
function sendVersion({ call, tx, org, pipelined }: Transaction) {
  const subject = subjectOf(call);
  if (subject === null) return null;
  const statement = tx<Version[]>`select xmin::text as version ${where(tx, org, subject)}`;
  pipelined.send(statement as unknown as Fragment);
  return statement;
}

async function showVersion(call: Call, sent: PromiseLike<readonly Version[]> | null): Promise<void> {
  const version = (await sent)?.[0]?.version;
  if (version !== undefined) call.responseHeader.set(RECORD_VERSION, version);
}
