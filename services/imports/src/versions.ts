import { usual, type VersionedRow } from "@emissions/kit/db/row-versions";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { FolderService } from "@emissions/proto/imports/v1/folder_service";
import { ReadingService } from "@emissions/proto/imports/v1/reading_service";
import { SavedMappingService } from "@emissions/proto/imports/v1/saved_mapping_service";

/** Rows that `If-Match` names. The deletion of a file takes several transactions, and its first one changes the row. */
export const versionedRows: readonly VersionedRow[] = [
  { service: FileService, table: "files", methods: ["getFile", "updateFile"] },
  { service: FolderService, table: "folders", methods: usual("Folder") },
  { service: ReadingService, table: "readings", field: "fileReadingId", methods: usual("Reading") },
  { service: SavedMappingService, table: "saved_mappings", methods: usual("SavedMapping") },
];
