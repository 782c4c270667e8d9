import { withVersions } from "@emissions/kit/db/row-versions";
import type { Sweep } from "@emissions/kit/db/sweep";
import type { Logger } from "@emissions/kit/process/log";
import type { Background } from "@emissions/kit/process/repeat";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { FolderService } from "@emissions/proto/imports/v1/folder_service";
import { ImportSessionService } from "@emissions/proto/imports/v1/import_session_service";
import { ImportTemplateService } from "@emissions/proto/imports/v1/import_template_service";
import { PresignedFileService } from "@emissions/proto/imports/v1/presigned_file_service";
import { ReadingService } from "@emissions/proto/imports/v1/reading_service";
import { SavedMappingService } from "@emissions/proto/imports/v1/saved_mapping_service";
import type { Context } from "./context.ts";
import { fileHandlers } from "./file/handlers.ts";
import { objectSweep } from "./file/move.ts";
import { deletionSweep, uploadSweep } from "./file/sweep.ts";
import { folderHandlers } from "./folder/handlers.ts";
import { presignedFileHandlers } from "./presigned/handlers.ts";
import { presignedSweep } from "./presigned/sweep.ts";
import { confirmationSweep } from "./reading/confirm/sweep.ts";
import { failedContentSweep } from "./reading/failed-contents.ts";
import { readingHandlers } from "./reading/handlers.ts";
import { startReader } from "./reading/runner.ts";
import { importSessionHandlers } from "./session/handlers.ts";
import { savedMappingHandlers } from "./session/saved/handlers.ts";
import { cleanupSweep } from "./session/sweep.ts";
import { templateHandlers } from "./template/handlers.ts";
import { versionedRows } from "./versions.ts";

export const routes = (context: Context): ServiceEntry[] =>
  withVersions(
    [
      serve(FileService, fileHandlers(context)),
      serve(ImportSessionService, importSessionHandlers(context)),
      serve(FolderService, folderHandlers(context)),
      serve(PresignedFileService, presignedFileHandlers(context)),
      serve(ImportTemplateService, templateHandlers(context)),
      serve(ReadingService, readingHandlers(context)),
      serve(SavedMappingService, savedMappingHandlers(context)),
    ],
    versionedRows,
  );

export const sweeps = (context: Context): Sweep[] =>
  context.documentsIn === "only"
    ? []
    : [
        uploadSweep(context),
        deletionSweep(context),
        presignedSweep(context),
        confirmationSweep(context),
        failedContentSweep(context),
        ...(context.store === null ? [] : [objectSweep({ db: context.db, store: context.store })]),
        cleanupSweep(context),
      ];

export function background(context: Context, log: Logger): Background[] {
  if (context.documentsIn === "elsewhere") return [context.runner];
  const reader = startReader(context, (error) =>
    log.warn({ err: error }, "reading documents failed; it will be repeated"),
  );
  context.documentWaits.poke = reader.poke;
  return context.documentsIn === "only" ? [reader] : [context.runner, reader];
}
