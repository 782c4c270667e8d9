import { activity, eachTest, us } from "@emissions/activity/activity.fixture";
import { plant, withPlant } from "@emissions/activity/waste/waste.fixture";
import { newId } from "@emissions/kit/process/id";
import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import {
  ImportSessionService,
  ImportSessionStatus as Status,
} from "@emissions/proto/imports/v1/import_session_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Imports, startImports } from "../imports.fixture.ts";
import { testSources } from "../values/sources.fixture.ts";
import { createSession } from "./sessions.fixture.ts";

let imports: Imports;
withPlant(eachTest);
beforeAll(async () => {
  imports = await startImports({ activity: activity.transport, factors: testSources().factors });
});
afterAll(() => imports.drop());

const MAPPING = {
  Planta: "facility_id",
  Residuo: "identification_name",
  Inicio: "start_date",
  Fin: "end_date",
  Cantidad: "base_quantity",
  LER: "ler_code_id",
  Unidad: "unit_id",
};
const WAIT = { waitMs: 8_000 };
const sessions = () => imports.as(us, ImportSessionService);

/** A session with a valid row, one that activity refuses and one whose number cannot be read. */
async function wastes(): Promise<string> {
  const content = [
    Object.keys(MAPPING).join(";"),
    `${plant};Papel;01/02/2025;28/02/2025;1.250,5;15 01 01;kg`,
    `${plant};Madera;31/03/2025;01/03/2025;80,5;15 01 01;kg`,
    `${plant};Vidrio;01/04/2025;30/04/2025;mucho;15 01 01;kg`,
  ].join("\n");
  const id = await createSession(imports, us, { content });
  // The stand-in for the files of activity does not know it.
  await imports.db.asService(
    us.organizationId,
    ({ tx }) => tx`update import_sessions set file_id = null where id = ${id}`,
  );
  return id;
}

async function validated(importId: string) {
  await sessions().startImportValidation({ importId, mapping: MAPPING });
  const { validation } = await sessions().getImportValidation({ importId, ...WAIT });
  expect(imports.runFailures).toEqual([]);
  return validation!;
}

it("shows the errors of the file and those of the API by row and column", async () => {
  const importId = await wastes();
  const page = await validated(importId);
  expect(page).toMatchObject({ status: Status.VALIDATED, totalRows: 3, validRows: 1, errorRows: 2 });
  expect(page.rows.map(({ errors }) => Object.keys(errors))).toEqual([[], ["end_date"], ["base_quantity"]]);
  expect(page.rows[0]?.data).toMatchObject({ base_quantity: { text: "1250.5" }, start_date: { text: "2025-02-01" } });
  expect(page.errorsByColumn?.counts).toEqual({ base_quantity: 1, end_date: 1 });
  expect(await refusalOf(sessions().submitImport({ importId }))).toMatchObject({ code: "IMPORT_HAS_ERRORS" });
});

it("validates corrected rows again, counts deleted ones, and submits the rest", async () => {
  const importId = await wastes();
  await validated(importId);
  const corrections = [{ rowIndex: 1, column: "end_date", value: "2025-03-31" }];
  const { corrected } = await sessions().correctImportRows({ importId, corrections });
  expect(corrected).toMatchObject({ totalErrorsRemaining: 1, updatedRows: [{ rowIndex: 1 }] });
  expect(corrected?.updatedRows[0]?.errors).toEqual({});
  const { deleted } = await sessions().deleteImportRows({ importId, deleteAllErrors: true });
  expect(deleted).toMatchObject({ deletedCount: 1, totalRows: 2, validRows: 2, errorRows: 0 });
  const { submission } = await sessions().submitImport({ importId });
  expect(submission).toMatchObject({ status: Status.SUBMITTING, rowsSubmitted: 2 });
  const jobs = activity.as(us, IngestJobService);
  // The job exists when the reply names it.
  expect((await jobs.getIngestJob({ jobId: submission!.processingJobId })).job).toMatchObject({ totalItems: 2 });
  await until("the end", async () => (await statusOf(importId)) === Status.SUBMITTED);
});

it("stores nothing twice when the process is killed and the submission is taken up again", async () => {
  const importId = await wastes();
  await validated(importId);
  const before = await stored();
  await sessions().submitImport({ importId, ignoreErrors: true });
  await until("the end", async () => (await statusOf(importId)) === Status.SUBMITTED);
  await imports.db.asService(us.organizationId, async ({ tx, org }) => {
    await tx`update import_sessions set status = 'submitting' where id = ${importId}`;
    await tx`
      insert into import_runs (organization_id, session_id, principal, attempts, attempts_max, holder, held_until)
      values (${org}, ${importId}, ${JSON.stringify(us)}::text::jsonb, 1, 30, ${newId()}, now() - interval '1 second')`;
  });
  imports.context.runner.poke();
  await until("the end", async () => (await statusOf(importId)) === Status.SUBMITTED);
  expect((await stored()) - before).toBe(1);
});

it("permits one of two requests at once", async () => {
  const importId = await wastes();
  await validated(importId);
  const submit = () =>
    sessions()
      .submitImport({ importId, ignoreErrors: true })
      .then(
        () => "submitted",
        async (error) => (await refusalOf(Promise.reject(error))).code,
      );
  expect((await Promise.all([submit(), submit()])).sort()).toEqual(["IMPORT_INVALID_STATE", "submitted"]);
});

const statusOf = async (importId: string) => (await sessions().getImportStatus({ importId })).status?.status;
const stored = async () => (await activity.rows(us, "wastes")).length;
