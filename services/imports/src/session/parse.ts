import type { Db } from "@emissions/kit/db/transactions";
import { readFile } from "../file/content.ts";
import type { ContentStore } from "../file/store/content-store.ts";
import type { TableReader } from "../table/reader.ts";
import type { Refusal } from "../table/refusals.ts";
import type { Row } from "../table/table.ts";
import { move } from "./moves.ts";
import { selectSession } from "./queries.ts";
import type { SessionRow } from "./row.ts";
import { deleteRows, insertRows } from "./row-queries.ts";
import type { Run } from "./runner.ts";

interface ParseContext {
  db: Db;
  store: ContentStore | null;
  tables: TableReader;
}

/** Parses the file of a new session and stores its rows while they arrive. */
export async function parseSession(context: ParseContext, run: Run, session: SessionRow): Promise<void> {
  const { org, sessionId } = run;
  const bytes = session.fileId && (await readFile(context, { org, id: session.fileId }));
  if (!bytes) return failParsing(run, { code: "IMPORT_FILE_UNREADABLE", message: "The file was deleted." });
  // Rows of an earlier attempt.
  await run.write(({ tx }) => deleteRows(tx, org, sessionId));
  let stored = 0;
  const receive = async (rows: Row[]) => {
    await run.write(({ tx }) => insertRows(tx, org, sessionId, rows, stored));
    stored += rows.length;
  };
  const { fileName, sheetName, headerRow } = session;
  const options = { sheetName: sheetName ?? undefined, headerRow: headerRow ?? undefined };
  const outcome = await context.tables.read({ bytes, fileName, ...options }, receive);
  if ("refusal" in outcome) return failParsing(run, outcome.refusal);
  const { table } = outcome;
  await run.finish(async ({ tx }) => {
    const locked = await selectSession(tx, org, sessionId, "to change");
    if (locked?.status !== "created") return;
    await move(tx, locked, "parse_succeeded", {
      fileType: table.fileType,
      sheets: table.sheets,
      selectedSheet: table.selectedSheet,
      detectedHeaderRow: table.headerRow,
      sourceColumns: table.columns,
      dateSystem: table.dateSystem,
      totalRows: table.totalRows,
      hiddenRows: table.hiddenRows,
    });
  });
}

/** The session stays, so that clients can read the reason. */
export const failParsing = (run: Run, { code, message }: Pick<Refusal, "message"> & { code: string }): Promise<void> =>
  run.finish(async ({ tx, org }) => {
    const locked = await selectSession(tx, org, run.sessionId, "to change");
    if (locked?.status !== "created") return;
    await deleteRows(tx, org, run.sessionId);
    await move(tx, locked, "parse_failed", { statusCode: code, statusDetail: message });
  });
