import { createHash } from "node:crypto";
import { notFound } from "@emissions/kit/wire/errors";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import {
  type FinishPresignedUploadResponse,
  PresignedFileService,
} from "@emissions/proto/imports/v1/presigned_file_service";
import type { Caller } from "../rest/call.ts";
import type { Content } from "../rest/content.ts";
import type { RawBody } from "../rest/raw-body.ts";
import { contentOf } from "./files.ts";

const { openPresignedUpload, finishPresignedUpload, openPresignedDownload } = PresignedFileService.method;
const { appendFileChunk } = FileService.method;

/**
 * Stores the body of a request to a signed URL. After an interruption the client sends it again: the next attempt drops
 * what arrived. For a file that is stored already, only the hash of the body is compared.
 */
export async function storeSigned(
  call: Caller,
  { type, bytes, pieces }: RawBody,
  token: string,
): Promise<FinishPresignedUploadResponse> {
  const opened = await call(openPresignedUpload, { token, contentType: type, sizeBytes: BigInt(bytes) });
  const { id, attempt } = opened;
  const hash = createHash("sha256");
  let position = 0n;
  for await (const content of pieces) {
    hash.update(content);
    if (attempt > 0) ({ sizeBytes: position } = await call(appendFileChunk, { id, position, content, attempt }));
  }
  return call(finishPresignedUpload, { token, attempt, sha256: hash.digest("hex") });
}

export async function signedContentOf(call: Caller, { token }: { token: string }): Promise<Content> {
  const { file } = await call(openPresignedDownload, { token });
  if (file === undefined) throw notFound("file");
  return contentOf(call, file);
}
