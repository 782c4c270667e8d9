import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { notFound } from "@emissions/kit/wire/errors";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { FileService, StoredFileSchema } from "@emissions/proto/imports/v1/file_service";

export const FILE_ID = "0190f3a0-0000-7000-8000-0000000000f1";

const NOW = timestampFromDate(new Date("2026-01-31T10:00:00Z"));

/** Keeps nothing: what becomes of files is tested with the service itself. */
export function fileService(): ServiceEntry {
  const file = create(StoredFileSchema, {
    id: FILE_ID,
    fileName: 'Año "2025".txt',
    contentType: "text/plain",
    sizeBytes: 5n,
    sizeKb: 1,
    sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    createdAt: NOW,
  });
  const one = (id: string) => {
    if (id !== FILE_ID) throw notFound("file");
    return { file };
  };
  return serve(FileService, {
    beginFile: () => ({ id: FILE_ID }),
    appendFileChunk: ({ position, content }) => ({ sizeBytes: position + BigInt(content.length) }),
    finishFile: ({ id }) => one(id),
    listFiles: () => ({ files: [file], total: 1 }),
    getFile: ({ id }) => one(id),
    readFileChunk: ({ position }) => ({ content: Buffer.from("hello").subarray(Number(position)) }),
    deleteFile: ({ id }) => {
      one(id);
      return {};
    },
  });
}
