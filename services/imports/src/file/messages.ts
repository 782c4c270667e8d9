import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { StoredFileSchema } from "@emissions/proto/imports/v1/file_service";
import type { FileRow } from "./queries.ts";

const KIB = 1024;

export const contentUrl = (id: string, publicUrl: string) => `${publicUrl}/v1/files/${id}/content`;

export const toFile = (row: FileRow, publicUrl: string): MessageInitShape<typeof StoredFileSchema> => ({
  id: row.id,
  fileName: row.fileName,
  contentType: row.contentType,
  sizeBytes: BigInt(row.sizeBytes),
  sizeKb: Math.ceil(Number(row.sizeBytes) / KIB),
  sha256: row.sha256 ?? "",
  fileUrl: contentUrl(row.id, publicUrl),
  uploadedBy: row.uploadedBy ?? undefined,
  createdAt: timestampFromDate(row.createdAt),
  folderId: row.folderId ?? undefined,
});
