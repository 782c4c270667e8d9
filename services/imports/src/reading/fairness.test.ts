import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { ReadingService, ReadingStatus as Status } from "@emissions/proto/imports/v1/reading_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, expect, it } from "vitest";
import { newEditor } from "../imports.fixture.ts";
import type { DocumentReader } from "./document.ts";
import { createDocumentReader } from "./reader.ts";
import { golden, imports, readingTests, us } from "./reading.fixture.ts";
import { startReader } from "./runner.ts";

/** Documents of the flood, and the time that each takes. */
const FLOOD = 5;
const FLOOD_TIMEOUT_MS = 20_000;
/** A busy machine needs long to start a process. */
const USUAL_TIMEOUT_MS = 120_000;
/** Before and during the flood. One of them may meet other work of the machine. */
const MEASUREMENTS = 3;
const SLOWDOWN_MAX = 2;

readingTests();
const folder = mkdtempSync(join(tmpdir(), "fairness-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The built-in reader. Slow documents keep its process busy until their time is over. */
function documentReader(): DocumentReader {
  const endless = join(folder, "endless.mjs");
  writeFileSync(endless, "for (;;);");
  const onCrash = (error: Error) => expect.unreachable(error.message);
  const usual = createDocumentReader({ onCrash });
  const slow = createDocumentReader({ onCrash, script: pathToFileURL(endless) });
  return {
    read: (document) =>
      document.fileName === "slow.pdf"
        ? slow.read({ ...document, timeoutMs: FLOOD_TIMEOUT_MS })
        : usual.read({ ...document, timeoutMs: USUAL_TIMEOUT_MS }),
  };
}

async function begin(principal: Principal, name: string, bytes: Uint8Array) {
  const { id } = await imports.upload(principal, name, bytes);
  const service = imports.as(principal, ReadingService);
  const { reading } = await service.sendFileEvent({ eventType: "PROCESS_DOCUMENT", detail: { fileId: id } });
  return {
    status: async () => (await service.getReading({ fileReadingId: reading!.id })).reading!.status,
  };
}
const isOpen = (status: Status) => status === Status.PENDING || status === Status.READING;

it("reads documents of one group beside a flood of slow ones of another, in at most twice the quiet time", async () => {
  const root = newId();
  const reader = startReader({ ...imports.context, documents: documentReader() }, (error) =>
    expect.unreachable(String(error)),
  );
  imports.context.documentWaits.poke = reader.poke;
  const milliseconds = async () => {
    const begun = performance.now();
    const document = await begin(us, "a.pdf", golden("Spanish PDF: electricity").bytes);
    await until("the reading", async () => !isOpen(await document.status()), USUAL_TIMEOUT_MS);
    expect(await document.status()).toBe(Status.SUCCESS);
    return performance.now() - begun;
  };
  const quiet: number[] = [];
  for (let at = 0; at < MEASUREMENTS; at++) quiet.push(await milliseconds());

  const slow = (at: number) => Buffer.from(`%PDF-${at}`);
  const flood = await Promise.all(
    Array.from({ length: FLOOD }, (_, at) => {
      const them = { ...newEditor(), ancestors: [{ id: root, name: "Their root" }] };
      return begin(them, "slow.pdf", slow(at));
    }),
  );
  const busy: number[] = [];
  for (let at = 0; at < MEASUREMENTS; at++) busy.push(await milliseconds());
  const open = await Promise.all(flood.map(({ status }) => status()));
  await reader.stop();

  expect(open.filter(isOpen).length).toBeGreaterThan(FLOOD / 2 - 1);
  expect(Math.min(...busy)).toBeLessThan(SLOWDOWN_MAX * Math.max(...quiet));
  if (process.env.FAIRNESS !== undefined) console.log({ quiet, busy, open });
});
