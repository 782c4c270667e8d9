import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { FileService } from "@emissions/proto/imports/v1/file_service";

/** Stores nothing. Tests of files use the real service. */
export const fileService: ServiceEntry = serve(FileService, {
  appendFileChunk: ({ position, content }) => ({ sizeBytes: position + BigInt(content.length) }),
  readFileChunk: ({ position }) => ({ content: Buffer.from("hello").subarray(Number(position)) }),
});
