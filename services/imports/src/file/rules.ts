import { type Check, violation } from "@emissions/kit/wire/checks";
import type { AppendFileChunkRequest } from "@emissions/proto/imports/v1/file_service";
import { CHUNK_BYTES_MAX, CHUNK_STEP_BYTES, NAME_LENGTH_MAX } from "./limits.ts";

/** Control characters and line separators could split headers and log lines. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Bidirectional controls can disguise an extension: "annual<override>fdp.exe" is displayed as "annualexe.pdf". */
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Counts characters, not UTF-16 units, like `char_length` in Postgres. */
const lengthOf = (text: string) => [...text].length;

/** Checks a file name, except its extension. */
export function checkName(name: string): Check[] {
  const fault = (type: string, msg: string) => [violation("file", type, msg)];
  if (name === "") return fault("value_error.missing", "field required: a file with a name");
  if (lengthOf(name) > NAME_LENGTH_MAX) {
    return fault("value_error.any_str.max_length", `the name has more than ${NAME_LENGTH_MAX} characters`);
  }
  if (!name.isWellFormed()) return fault("value_error.file_name", "the name is not well-formed Unicode");
  if (CONTROL.test(name)) return fault("value_error.file_name", "the name has control characters");
  if (BIDIRECTIONAL.test(name)) return fault("value_error.file_name", "the name changes the direction of writing");
  if (/[/\\]/.test(name)) return fault("value_error.file_name", "the name has a path");
  if (name.startsWith(".")) return fault("value_error.file_name", "the name begins with a point");
  return [];
}

export function checkChunk({ position, content }: AppendFileChunkRequest): Check[] {
  const found: Check[] = [];
  if (content.length === 0) found.push(violation("content", "value_error.missing", "at least one byte"));
  if (content.length > CHUNK_BYTES_MAX) {
    found.push(violation("content", "value_error.any_str.max_length", `at most ${CHUNK_BYTES_MAX} bytes`));
  }
  if (position < 0n || position % BigInt(CHUNK_STEP_BYTES) !== 0n) {
    found.push(violation("position", "value_error.position", `a multiple of ${CHUNK_STEP_BYTES} bytes`));
  }
  return found;
}

export function checkPosition(position: bigint): Check[] {
  return position < 0n ? [violation("position", "value_error.number.not_ge", "at least 0", "query")] : [];
}
