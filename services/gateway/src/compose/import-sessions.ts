import { unprocessable } from "@emissions/kit/wire/errors";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import {
  type CreateImportSessionRequest,
  type GetParsedImportResponse,
  ImportSessionService,
  ImportSessionStatus,
  type StartImportValidationRequest,
  type StartImportValidationResponse,
} from "@emissions/proto/imports/v1/import_session_service";
import type { Caller } from "../rest/call.ts";
import type { Upload } from "../rest/upload.ts";

const { beginFile, appendFileChunk, finishFile, deleteFile } = FileService.method;
const { createImportSession, getParsedImport, startImportValidation, getImportValidation } =
  ImportSessionService.method;

const TABLE = /\.(csv|tsv|xlsx|xls|xlsm)$/i;
/** How long a client waits for the end of parsing or of a validation. */
const WAIT_MS_MAX = 25_000;
/** The wait of one call, below its deadline. */
const CALL_WAIT_MS = 8_000;

type Options = Partial<Omit<CreateImportSessionRequest, "$typeName" | "$unknown" | "uploadedFileId">>;

/** Stores the file, creates a session for it and waits until it is parsed. */
export async function createImport(call: Caller, file: Upload): Promise<GetParsedImportResponse> {
  if (file.name !== "" && !TABLE.test(file.name)) {
    throw unprocessable("IMPORT_FILE_TYPE_UNSUPPORTED", "The file is not a csv, tsv, xlsx or xls table.");
  }
  const uploadedFileId = file.name === "" ? "" : await send(call, file);
  let importId: string;
  try {
    // The end of the body is known after the last piece only.
    if (file.name === "") for await (const _ of file.pieces);
    const options = optionsOf(file.texts());
    const created = await file.once(createImportSession, { ...options, uploadedFileId });
    importId = created.id;
    // A repeat gets the session of the first upload. This copy is not needed.
    if (uploadedFileId !== "" && created.fileId !== uploadedFileId) await forget(call, uploadedFileId);
  } catch (error) {
    if (uploadedFileId !== "") await forget(call, uploadedFileId);
    throw error;
  }
  return waited((waitMs) => call(getParsedImport, { importId, waitMs }), isParsing);
}

export const isParsing = ({ parsed }: GetParsedImportResponse): boolean =>
  parsed?.status === ImportSessionStatus.CREATED;

/** Texts of a form are empty where a client leaves them out. */
function optionsOf(texts: Record<string, unknown>): Options {
  const text = (name: string) => (texts[name] as string | undefined) ?? "";
  const headerRow = texts.header_row as number | undefined;
  return {
    templateId: text("template_id"),
    rawFileId: text("raw_file_id"),
    numericLocale: text("numeric_locale"),
    dateLocale: text("date_locale"),
    sheetName: text("sheet_name"),
    projectId: text("project_id"),
    folderId: text("folder_id"),
    ...(headerRow !== undefined && { headerRow }),
  };
}

async function send(call: Caller, file: Upload): Promise<string> {
  const { id } = await call(beginFile, { fileName: file.name, contentType: file.type });
  try {
    let position = 0n;
    for await (const content of file.pieces) {
      ({ sizeBytes: position } = await call(appendFileChunk, { id, position, content }));
    }
    await call(finishFile, { id });
    return id;
  } catch (error) {
    await forget(call, id);
    throw error;
  }
}

/** Ignores failures: the session is refused or repeated anyway. */
const forget = (call: Caller, id: string) => call(deleteFile, { id }).catch(() => {});

/** Starts the validation and waits for its end, at most 25 seconds. */
export async function validateImport(
  call: Caller,
  request: StartImportValidationRequest,
): Promise<StartImportValidationResponse> {
  const started = await call(startImportValidation, request);
  const { importId, page, pageSize, errorsOnly } = request;
  if (!isValidating(started)) return started;
  const { validation } = await waited(
    (waitMs) => call(getImportValidation, { importId, page, pageSize, errorsOnly, waitMs }),
    isValidating,
  );
  return { ...started, ...(validation && { validation }) };
}

export const isValidating = ({ validation }: Pick<StartImportValidationResponse, "validation">): boolean =>
  validation?.status === ImportSessionStatus.VALIDATING;

/** Asks until the work has ended, or the time is over. */
async function waited<R>(ask: (waitMs: number) => Promise<R>, isRunning: (reply: R) => boolean): Promise<R> {
  const until = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const leftMs = Math.ceil(until - performance.now());
    const reply = await ask(Math.min(Math.max(leftMs, 0), CALL_WAIT_MS));
    if (!isRunning(reply) || performance.now() >= until) return reply;
  }
}
