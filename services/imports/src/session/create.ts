import type { ServiceImpl } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { type Check, checkId, checkText, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { exhausted, notFound, unprocessable } from "@emissions/kit/wire/errors";
import type { Principal } from "@emissions/kit/wire/principal";
import type {
  CreateImportSessionRequest,
  ImportSessionService,
} from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import { requireStoredFile } from "../file/access.ts";
import { folderFor } from "../file/folder-access.ts";
import { requireProject } from "../reading/project.ts";
import { typeOfName } from "../table/detect.ts";
import { localeTag } from "../table/locale/locales.ts";
import { REFUSALS } from "../table/refusals.ts";
import type { FileType } from "../table/table.ts";
import { insertCleanup } from "./cleanup-queries.ts";
import { OPEN_SESSIONS_MAX, RUN_ATTEMPTS } from "./limits.ts";
import { visibleSessions } from "./moves.ts";
import { countOpenSessions, hideFile, insertSession } from "./queries.ts";
import { insertRun } from "./run-queries.ts";

const TEXT_MAX = 255;
/** The last row of a spreadsheet. */
const HEADER_ROW_MAX = 1_048_575;

export const createHandler = (
  context: Context,
): Pick<ServiceImpl<typeof ImportSessionService>, "createImportSession"> => ({
  createImportSession: async (request, call) => {
    const { db, runner, templateOf, importTtlHours } = context;
    refuse(checkRequest(request));
    const { projectId } = request;
    if (projectId !== "" && (await db.earlier(call, request)) === null) await requireProject(context, projectId, call);
    return db.write(call, request, async ({ tx, org, principal, about, afterCommit }) => {
      const template = templateOf(request.templateId);
      if (template === null || !visibleSessions(principal).includes(template.isPersonal)) {
        throw notFound("import template");
      }
      const file = await requireStoredFile(tx, principal, request.uploadedFileId || request.rawFileId);
      await folderFor(tx, principal, request.folderId, ["body", "folder_id"]);
      const fileType = fileTypeOf(file.fileName);
      if ((await countOpenSessions(tx, org)) >= OPEN_SESSIONS_MAX) {
        throw exhausted("TOO_MANY_IMPORTS", `At most ${OPEN_SESSIONS_MAX} open imports of an organization at once.`);
      }
      const id = newId();
      about(id);
      const session = {
        id,
        templateId: template.id,
        isPersonal: template.isPersonal,
        fileId: file.id,
        rawFileId: request.rawFileId || null,
        fileName: file.fileName,
        fileType,
        ...actorOf(principal),
        ...optionsOf(request),
      };
      await insertSession(tx, org, session, importTtlHours);
      const uploaded = request.uploadedFileId || null;
      await insertCleanup(tx, org, { sessionId: id, fileId: uploaded, ttlHours: importTtlHours });
      if (template.isPersonal && uploaded !== null) await hideFile(tx, org, uploaded);
      await insertRun(tx, org, id, { principal, attemptsMax: RUN_ATTEMPTS.parsing });
      afterCommit(() => runner.poke());
      return { id, fileId: file.id };
    });
  },
});

function checkRequest(request: CreateImportSessionRequest): Check[] {
  const { uploadedFileId, rawFileId, numericLocale, dateLocale, headerRow } = request;
  const found = checkText("template_id", request.templateId, { max: 100, required: true });
  if ((uploadedFileId === "") === (rawFileId === "")) {
    found.push(uploadedFileId === "" ? missing("upload_file") : violation("raw_file_id", "value_error.extra", SOURCES));
  }
  found.push(...checkId("raw_file_id", rawFileId || null));
  for (const [field, locale] of [
    ["numeric_locale", numericLocale],
    ["date_locale", dateLocale],
  ] as const) {
    if (locale !== "" && localeTag(locale) === null) {
      found.push(violation(field, "value_error.locale", "not a locale such as es_ES"));
    }
  }
  if (headerRow !== undefined && (headerRow < 0 || headerRow > HEADER_ROW_MAX)) {
    found.push(violation("header_row", "value_error.number.not_le", `from 0 to ${HEADER_ROW_MAX}`));
  }
  found.push(...checkText("sheet_name", request.sheetName, { max: TEXT_MAX }));
  found.push(...checkId("project_id", request.projectId || null));
  return found;
}

const SOURCES = "either a file is uploaded, or a stored one is named";

const optionsOf = (request: CreateImportSessionRequest) => ({
  numericLocale: request.numericLocale || null,
  dateLocale: request.dateLocale || null,
  projectId: request.projectId || null,
  folderId: request.folderId || null,
  sheetName: request.sheetName || null,
  headerRow: request.headerRow ?? null,
});

const actorOf = ({ kind, userId, apiKeyId }: Principal) => ({
  userId,
  actorType: kind === "user" || kind === "api_key" ? kind : ("system" as const),
  actorApiKeyId: apiKeyId,
});

/** The extension decides; the parser compares it with the content. */
function fileTypeOf(fileName: string): FileType {
  const type = typeOfName(fileName);
  if (type === null) {
    throw unprocessable("IMPORT_FILE_TYPE_UNSUPPORTED", REFUSALS.IMPORT_FILE_TYPE_UNSUPPORTED);
  }
  return type;
}
