import { isId } from "@emissions/kit/process/id";
import type { Check } from "@emissions/kit/wire/checks";
import {
  FileStatus,
  type NewPresignedFile,
  type UpdatePresignedFilesRequest,
} from "@emissions/proto/imports/v1/presigned_file_service";
import { FILE_BYTES_MAX } from "../file/limits.ts";
import { checkName } from "../file/rules.ts";
import { FILES_MAX, MEDIA_TYPE_LENGTH_MAX } from "./limits.ts";

const KIB = 1024;
/** RFC 9110, without spaces around the slash; parameters may follow. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/;
const EXTENSION = /^[A-Za-z0-9]{1,10}$/;

export const nameOf = ({ name, extension }: NewPresignedFile) => `${name.trim()}.${extension}`;

/** A media type without its parameters, in lower case. */
export const essenceOf = (mediaType: string) => mediaType.split(";", 1)[0]!.trim().toLowerCase();

/** Whether the size in bytes is the declared one. */
export const hasSize = (bytes: bigint, sizeKb: number) => bytes > 0n && Math.ceil(Number(bytes) / KIB) === sizeKb;

export const pendingBytes = (files: readonly Pick<NewPresignedFile, "sizeKb">[]) =>
  files.reduce((sum, { sizeKb }) => sum + sizeKb * KIB, 0);

export function checkNewFiles(files: readonly NewPresignedFile[]): Check[] {
  return [...checkCount("files", files.length), ...files.slice(0, FILES_MAX).flatMap(checkNewFile)];
}

function checkNewFile(file: NewPresignedFile, index: number): Check[] {
  const fault = (field: string, type: string, msg: string): Check => ({
    loc: ["body", String(index), field],
    type,
    msg,
  });
  const found = checkName(nameOf(file)).map(({ type, msg }) => fault("name", type, msg));
  if (!EXTENSION.test(file.extension))
    found.push(fault("extension", "value_error.extension", "letters and digits only"));
  const { mimeType, sizeKb } = file;
  if (mimeType.length > MEDIA_TYPE_LENGTH_MAX || !MEDIA_TYPE.test(mimeType)) {
    found.push(fault("mime_type", "value_error.media_type", "not a media type, such as application/pdf"));
  }
  if (sizeKb < 1 || sizeKb > FILE_BYTES_MAX / KIB) {
    found.push(fault("size_kb", "value_error.number.not_le", `from 1 to ${FILE_BYTES_MAX / KIB}`));
  }
  return found;
}

export function checkUpdate({ fileIds, status }: UpdatePresignedFilesRequest): Check[] {
  const found = checkCount("file_ids", fileIds.length);
  if (!fileIds.slice(0, FILES_MAX).every(isId)) {
    found.push({ loc: ["body", "file_ids"], type: "type_error.uuid", msg: "value is not a valid uuid" });
  }
  if (new Set(fileIds).size < fileIds.length) {
    found.push({ loc: ["body", "file_ids"], type: "value_error.list.unique_items", msg: "each id once" });
  }
  if (status !== FileStatus.UPLOADED && status !== FileStatus.ERROR) {
    found.push({ loc: ["body", "status"], type: "type_error.enum", msg: "value is not one of: uploaded, error" });
  }
  return found;
}

function checkCount(field: string, count: number): Check[] {
  const loc = ["body", field];
  if (count === 0) return [{ loc, type: "value_error.list.min_items", msg: "at least 1" }];
  return count > FILES_MAX ? [{ loc, type: "value_error.list.max_items", msg: `at most ${FILES_MAX}` }] : [];
}
