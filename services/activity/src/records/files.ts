import type { Client } from "@connectrpc/connect";
import type { FoundEntities } from "@emissions/kit/db/external-references";
import { isId } from "@emissions/kit/process/id";
import { type Check, unknown } from "@emissions/kit/wire/checks";
import { forward } from "@emissions/kit/wire/forward";
import type { FileService } from "@emissions/proto/imports/v1/file_service";
import type { Caller } from "./kind.ts";

interface NamesFile {
  fileId?: string | null;
}

/** The existing files that the values name, from one call of the imports service; without files no call. */
export async function lookUpFiles(
  client: Client<typeof FileService>,
  call: Caller,
  named: readonly object[],
): Promise<FoundEntities> {
  const ids = [...new Set(named.flatMap((values) => (values as NamesFile).fileId ?? []))].filter(isId);
  if (ids.length === 0) return new Map();
  const { files, deletionAttempts } = await client.lookUpFiles({ ids }, forward(call));
  return new Map(files.map(({ id }, at) => [id, deletionAttempts[at] ?? 0]));
}

/** A malformed id has the violation of its field. */
export function checkFile(values: object, files: FoundEntities): Check[] {
  const { fileId } = values as NamesFile;
  return !fileId || !isId(fileId) || files.has(fileId) ? [] : [unknown("file_id")];
}
