import { checkPage } from "@emissions/kit/db/page";
import { invalid, type Violations } from "@emissions/kit/wire/errors";
import type { AppendFileChunkRequest, ListFilesRequest } from "@emissions/proto/imports/v1/file_service";
import { CHUNK_BYTES_MAX, CHUNK_STEP_BYTES, NAME_LENGTH_MAX, SEARCH_LENGTH_MAX } from "./limits.ts";

type Check = Violations[number];

/** Control characters and line separators: they split headers and logs. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** They show "annual<override>fdp.exe" as "annualexe.pdf". */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const check = (loc: string[], type: string, msg: string): Check => ({ loc, type, msg });
const badName = (type: string, msg: string): Check[] => [check(["body", "file"], type, msg)];

/** Characters of a name, not UTF-16 units: the table counts the same way. */
const lengthOf = (text: string) => [...text].length;

/** What is wrong with the name of a file, its ending aside. */
export function checkName(name: string): Check[] {
  if (name === "") return badName("value_error.missing", "field required: a file with a name");
  if (lengthOf(name) > NAME_LENGTH_MAX) {
    return badName("value_error.any_str.max_length", `the name has more than ${NAME_LENGTH_MAX} characters`);
  }
  if (!name.isWellFormed()) return badName("value_error.file_name", "the name is not well-formed Unicode");
  if (CONTROL.test(name)) return badName("value_error.file_name", "the name has control characters");
  if (DIRECTION.test(name)) return badName("value_error.file_name", "the name changes the direction of writing");
  if (/[/\\]/.test(name)) return badName("value_error.file_name", "the name has a path");
  if (name.startsWith(".")) return badName("value_error.file_name", "the name begins with a point");
  return [];
}

export function checkChunk({ position, content }: AppendFileChunkRequest): Check[] {
  const found: Check[] = [];
  if (content.length === 0) found.push(check(["body", "content"], "value_error.missing", "at least one byte"));
  if (content.length > CHUNK_BYTES_MAX) {
    found.push(check(["body", "content"], "value_error.any_str.max_length", `at most ${CHUNK_BYTES_MAX} bytes`));
  }
  if (position < 0n || position % BigInt(CHUNK_STEP_BYTES) !== 0n) {
    found.push(check(["body", "position"], "value_error.position", `a multiple of ${CHUNK_STEP_BYTES} bytes`));
  }
  return found;
}

export function checkPosition(position: bigint): Check[] {
  return position < 0n ? [check(["query", "position"], "value_error.number.not_ge", "at least 0")] : [];
}

export function checkListing({ search, page, size }: ListFilesRequest): Check[] {
  const found: Check[] = [];
  if (lengthOf(search) > SEARCH_LENGTH_MAX) {
    found.push(check(["query", "search"], "value_error.any_str.max_length", `at most ${SEARCH_LENGTH_MAX} characters`));
  }
  if (search.includes("\0")) {
    found.push(check(["query", "search"], "value_error.any_str.nul", "NUL characters are not allowed"));
  }
  return [...found, ...checkPage({ page, size })];
}

export function refuse(checks: Check[]): void {
  if (checks.length > 0) throw invalid(checks);
}
