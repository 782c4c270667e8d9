import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  ImportSessionService,
  ImportSessionStatus as Status,
} from "@emissions/proto/imports/v1/import_session_service";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Imports, newEditor, startImports } from "../imports.fixture.ts";
import { xlsxOfRows } from "../table/workbook.fixture.ts";
import { createSession } from "./sessions.fixture.ts";

/** Files of the flood. Each takes many times as long as the small one. */
const FLOOD = 6;
const FLOOD_ROWS = 60_000;
/** Before and during the flood. One of them may meet other work of the machine. */
const MEASUREMENTS = 3;
const SLOWDOWN_MAX = 2;

let imports: Imports;
beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports.drop());

const sessions = (principal: Principal) => imports.as(principal, ImportSessionService);
const small = xlsxOfRows([
  ["Residuo", "Cantidad"],
  ["Papel", "1"],
]);

/** Milliseconds from the upload of a small file to its rows. */
async function smallImport(us: Principal): Promise<number> {
  const begun = performance.now();
  const importId = await createSession(imports, us, { fileName: "small.xlsx", content: small });
  expect((await sessions(us).getImportStatus({ importId })).status?.status).toBe(Status.PARSED);
  return performance.now() - begun;
}

it("reads small files of one group beside a flood of large files of another, in at most twice the quiet time", async () => {
  const [us, root] = [newEditor(), newId()];
  const quiet: number[] = [];
  for (let at = 0; at < MEASUREMENTS; at++) quiet.push(await smallImport(us));

  const large = Buffer.from(`a;b\n${"1;2\n".repeat(FLOOD_ROWS)}`);
  const flood = await Promise.all(
    Array.from({ length: FLOOD }, async () => {
      const them = { ...newEditor(), ancestors: [{ id: root, name: "Their root" }] };
      const { id: uploadedFileId } = await imports.upload(them, "large.csv", large);
      const { id } = await sessions(them).createImportSession({ templateId: "wastes", uploadedFileId });
      return { them, importId: id };
    }),
  );
  const busy: number[] = [];
  for (let at = 0; at < MEASUREMENTS; at++) busy.push(await smallImport(us));
  const open = await Promise.all(
    flood.map(async ({ them, importId }) => (await sessions(them).getImportStatus({ importId })).status!.status),
  );

  // The small files did not wait for the flood.
  expect(open.filter((status) => status === Status.CREATED).length).toBeGreaterThan(FLOOD / 2);
  expect(Math.min(...busy)).toBeLessThan(SLOWDOWN_MAX * Math.max(...quiet));
  if (process.env.FAIRNESS !== undefined) console.log({ quiet, busy, open });
});
