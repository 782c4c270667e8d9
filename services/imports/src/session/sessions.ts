import type { ServiceImpl } from "@connectrpc/connect";
import { checkPage } from "@emissions/kit/db/page";
import { checkEnum, checkText, refuse } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type ImportSessionService,
  ImportSessionStatusSchema,
} from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import { hastenCleanup } from "./cleanup-queries.ts";
import { SAMPLE_ROWS } from "./limits.ts";
import { statusNumber, textOf, toSession, toStatus } from "./messages.ts";
import { invalidState, requireSession, visibleSessions } from "./moves.ts";
import { deleteSession, selectSessions } from "./queries.ts";
import type { SessionRow } from "./row.ts";
import { deleteRows, selectRowsAfter } from "./row-queries.ts";
import { STATES, type State } from "./states.ts";
import { waitWhile } from "./wait.ts";

type Handlers = Pick<
  ServiceImpl<typeof ImportSessionService>,
  "getParsedImport" | "listImportSessions" | "getImportStatus" | "deleteImportSession"
>;

const TEXT_MAX = 255;

export const sessionHandlers = ({ db }: Context): Handlers => ({
  getParsedImport: async (request, call) => {
    const session = await waitWhile(db, call, "created", request);
    if (session.status === "failed") throw unreadable(session);
    const rows = await db.read(call, (tx, org) =>
      selectRowsAfter(tx, org, session.id, { after: -1, limit: session.status === "created" ? 0 : SAMPLE_ROWS }),
    );
    const sourceColumns = session.sourceColumns ?? [];
    return {
      parsed: {
        importId: session.id,
        status: statusNumber(session.status),
        fileName: session.fileName,
        totalRows: session.totalRows,
        detectedHeaderRow: session.detectedHeaderRow,
        sourceColumns,
        sampleRows: rows.map(({ cells }) => ({ texts: sourceColumns.map((_, at) => textOf(cells[at]) ?? "") })),
        numericLocale: session.numericLocale ?? undefined,
        sheets: session.sheets,
        selectedSheet: session.selectedSheet ?? undefined,
        hiddenRows: session.hiddenRows,
      },
    };
  },

  listImportSessions: (request, call) =>
    db.read(call, async (tx, org) => {
      const { templateId, userId, includeExpired, page, size } = request;
      const status = request.status === 0 ? null : enumText(ImportSessionStatusSchema, request.status);
      refuse([
        ...checkPage(request),
        ...checkEnum("status", status, STATES),
        ...checkText("template_id", templateId, { max: TEXT_MAX }),
        ...checkText("user_id", userId, { max: TEXT_MAX }),
      ]);
      const { rows, total } = await selectSessions(tx, org, {
        status: status as State | null,
        templateId,
        userId,
        // The status itself asks for them.
        includeExpired: includeExpired || status === "expired",
        visible: visibleSessions(principalOf(call)),
        page,
        size,
      });
      return { sessions: rows.map(toSession), total };
    }),

  getImportStatus: ({ importId }, call) =>
    db.read(call, async (tx) => ({ status: toStatus(await requireSession(tx, principalOf(call), importId)) })),

  deleteImportSession: (request, call) =>
    db.write(call, request, async ({ tx, org, principal, about }) => {
      const session = await requireSession(tx, principal, request.importId, "to change");
      if (session.status === "submitting") throw invalidState(session);
      about(session.id);
      await deleteSession(tx, org, session.id);
      await deleteRows(tx, org, session.id);
      await hastenCleanup(tx, org, session.id);
      return {};
    }),
});

const unreadable = ({ statusCode, statusDetail }: SessionRow) =>
  unprocessable(statusCode ?? "IMPORT_FILE_UNREADABLE", statusDetail ?? "The file cannot be read.");
