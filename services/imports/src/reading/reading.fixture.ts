import type { Principal } from "@emissions/kit/wire/principal";
import { type Reading, ReadingService } from "@emissions/proto/imports/v1/reading_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll } from "vitest";
import { type Imports, newEditor, startImports } from "../imports.fixture.ts";
import { GOLDEN } from "./golden/golden.fixture.ts";
import { selectFirstWaiting } from "./queries.ts";
import { startReader } from "./runner.ts";

export let imports: Imports;
/** An editor. */
export let us: Principal;

/** Starts the service for a file of tests. */
export function readingTests(start = async () => ({ imports: await startImports(), us: newEditor() })): void {
  beforeAll(async () => {
    ({ imports, us } = await start());
  });
  afterAll(() => imports.drop());
}

/** Reads all documents that wait. Rejects with the first failure of the reader. */
export async function readWaiting(context = imports.context): Promise<void> {
  const failures: unknown[] = [];
  const reader = startReader(context, (error) => failures.push(error));
  const first = () => context.db.systemWide((tx) => selectFirstWaiting(tx, { running: [], limit: 1 }));
  await until("the last document", async () => (await first()).length === 0).finally(reader.stop);
  if (failures.length > 0) throw failures[0];
}

export const readings = (headers: Record<string, string> = {}, as = us) => imports.as(as, ReadingService, headers);
export const golden = (what: string) => GOLDEN.find((one) => one.what === what)!;

/** Stores a document and starts to read it; returns the id of its reading. */
export async function begin(bytes: Uint8Array, name = "factura.pdf"): Promise<Reading> {
  const { id } = await imports.upload(us, name, bytes);
  const { reading } = await readings().sendFileEvent({ eventType: "PROCESS_DOCUMENT", detail: { fileId: id } });
  return reading as Reading;
}

export const get = async (id: string): Promise<Reading> =>
  (await readings().getReading({ fileReadingId: id })).reading as Reading;

/** The reading of a document, with its values. */
export async function readingOf(what: string, name?: string): Promise<Reading> {
  const { id } = await begin(
    golden(what).bytes,
    name ?? (what.includes("PDF") || /X|ZUG/.test(what) ? "a.pdf" : "a.xml"),
  );
  await readWaiting();
  return get(id);
}
