import { isUnavailable, notFound } from "@emissions/kit/wire/errors";
import { FileService, type FinishFileResponse } from "@emissions/proto/imports/v1/file_service";
import type { Caller } from "../rest/call.ts";
import type { Content } from "../rest/content.ts";
import type { Upload } from "../rest/upload.ts";

const { beginFile, appendFileChunk, finishFile, getFile, readFileChunk, deleteFile } = FileService.method;

/** Stores a file chunk by chunk. Removes it when it is refused or the client disconnects. */
export async function storeFile(call: Caller, file: Upload): Promise<FinishFileResponse> {
  const { id } = await call(beginFile, { fileName: file.name, contentType: file.type });
  let finished: FinishFileResponse;
  let complete = false;
  try {
    let position = 0n;
    for await (const content of file.pieces) {
      ({ sizeBytes: position } = await call(appendFileChunk, { id, position, content }));
    }
    complete = true;
    const { folder_id: folderId } = file.texts() as { folder_id?: string };
    finished = await file.once(finishFile, { id, ...(folderId !== undefined && { folderId }) });
  } catch (error) {
    // When the answer to `finishFile` was lost, the file may be finished. A repeat would get its id, so it stays.
    if (!complete || !isUnavailable(error)) await forget(call, id);
    throw error;
  }
  // A repeat gets the file of the first upload. This copy is not needed.
  if (finished.file?.id !== id) await forget(call, id);
  return finished;
}

/** Ignores failures: the sweep of imports removes unfinished files later. */
const forget = (call: Caller, id: string) => call(deleteFile, { id }).catch(() => {});

export async function contentOf(call: Caller, { id }: { id: string }): Promise<Content> {
  const { file } = await call(getFile, { id });
  if (file === undefined) throw notFound("file");
  const { fileName: name, contentType: type, sizeBytes, sha256: tag } = file;
  return { name, type, bytes: Number(sizeBytes), tag, pieces: () => chunksOf(call, id, sizeBytes) };
}

async function* chunksOf(call: Caller, id: string, sizeBytes: bigint): AsyncGenerator<Uint8Array> {
  for (let position = 0n; position < sizeBytes; ) {
    const { content } = await call(readFileChunk, { id, position });
    if (content.length === 0) throw new Error("A file is shorter than its size.");
    yield content;
    position += BigInt(content.length);
  }
}
