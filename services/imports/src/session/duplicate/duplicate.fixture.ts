import { createClient } from "@connectrpc/connect";
import { activity, us } from "@emissions/activity/activity.fixture";
import { plant } from "@emissions/activity/waste/waste.fixture";
import { enumText } from "@emissions/kit/wire/enum";
import type { Principal } from "@emissions/kit/wire/principal";
import { DuplicateReasonSchema, type PossibleDuplicate } from "@emissions/proto/common/v1/duplicate";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import {
  type ImportRows,
  ImportSessionService,
  ImportSessionStatus,
} from "@emissions/proto/imports/v1/import_session_service";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, expect } from "vitest";
import { type Imports, startImports } from "../../imports.fixture.ts";
import { testSources } from "../../values/sources.fixture.ts";
import { createSession } from "../sessions.fixture.ts";

export let imports: Imports;

/** Starts the service with the activity service behind it, which knows its files. */
export function importTests(): void {
  beforeAll(async () => {
    imports = await startImports({ activity: activity.transport, factors: testSources().factors });
    activity.context.files = createClient(FileService, imports.transport);
  });
  afterAll(() => imports.drop());
}

export const STRICT = { handling: "strict" };
export const MAPPING = {
  Planta: "facility_id",
  Residuo: "identification_name",
  Inicio: "start_date",
  Fin: "end_date",
  Cantidad: "base_quantity",
  LER: "ler_code_id",
  Unidad: "unit_id",
  Ref: "external_id",
};

export const sessions = (headers: Record<string, string> = {}, as: Principal = us) =>
  imports.as(as, ImportSessionService, headers);

interface Line {
  facility?: string;
  name?: string;
  month?: number;
  amount?: string;
  ref?: string;
}

/** A row about a waste of one month. */
export function line({ facility = plant, name = "Papel", month = 2, amount = "80.5", ref = "" }: Line = {}): string {
  const two = String(month).padStart(2, "0");
  return `${facility};${name};2025-${two}-01;2025-${two}-28;${amount};15 01 01;kg;${ref}`;
}

/** A session of these rows; gives its id. */
export const importOf = (lines: readonly string[], as: Principal = us): Promise<string> =>
  createSession(imports, as, { content: [Object.keys(MAPPING).join(";"), ...lines].join("\n") });

export async function validate(importId: string, headers: Record<string, string> = {}, as = us): Promise<ImportRows> {
  await sessions(headers, as).startImportValidation({ importId, mapping: MAPPING });
  const { validation } = await sessions({}, as).getImportValidation({ importId, waitMs: 8_000 });
  expect(imports.runFailures).toEqual([]);
  return validation!;
}

export async function submit(importId: string, headers: Record<string, string> = {}) {
  const { submission } = await sessions(headers).submitImport({ importId });
  await until("the end of the submission", async () => {
    const { status } = await sessions().getImportStatus({ importId });
    return status?.status === ImportSessionStatus.SUBMITTED;
  });
  return submission!;
}

/** Imports rows and validates others. */
export async function validatedAfter(stored: readonly string[], lines: readonly string[]): Promise<ImportRows> {
  await store(stored);
  return validate(await importOf(lines));
}

export async function store(lines: readonly string[]) {
  const importId = await importOf(lines);
  await validate(importId);
  return submit(importId);
}

/** "same_activity wastes", or "external_id row 2". */
export const said = (found: readonly PossibleDuplicate[]): string[] =>
  found.map(
    ({ reason, entityType, rowNumber }) =>
      `${enumText(DuplicateReasonSchema, reason)} ${entityType ?? `row ${rowNumber}`}`,
  );

export const saidOf = ({ rows }: Pick<ImportRows, "rows">) => rows.map(({ duplicates }) => said(duplicates));
export const storedWastes = () => activity.rows<{ id: string; identificationName: string }>(us, "wastes");
