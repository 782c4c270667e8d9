import { type Check, refuse, violation } from "../wire/checks.ts";

/** A list is requested by page and size, or by offset and limit. Zero means "not given", as in proto3. */
export interface PageRequest {
  page?: number;
  size?: number;
  offset?: number;
  limit?: number;
}

export interface Page {
  limit: number;
  offset: number;
}

const SIZE = 50;
const SIZE_MAX = 100;
const LIMIT_MAX = 200;
/** Postgres reads all rows before the offset and discards them. */
const OFFSET_MAX = 1_000_000;

export function checkPage({ page = 0, size = 0, offset = 0, limit = 0 }: PageRequest): Check[] {
  const checks: Check[] = [];
  if (page < 0) checks.push(violation("page", "value_error.number.not_ge", "at least 1", "query"));
  if (offset < 0) checks.push(violation("offset", "value_error.number.not_ge", "at least 0", "query"));
  if (offset > OFFSET_MAX) {
    checks.push(violation("offset", "value_error.number.not_le", `at most ${OFFSET_MAX}`, "query"));
  }
  const sizes = [
    { name: "size", value: size, max: SIZE_MAX },
    { name: "limit", value: limit, max: LIMIT_MAX },
  ];
  for (const { name, value, max } of sizes) {
    if (value < 0 || value > max) {
      checks.push(violation(name, "value_error.number.not_le", `from 1 to ${max}`, "query"));
    }
  }
  return checks;
}

/** Requests without a page field are lists by offset. */
export function pageOf({ page, size, offset, limit }: PageRequest, sizeDefault = SIZE): Page {
  if (page === undefined) return { limit: limit || sizeDefault, offset: offset ?? 0 };
  const rows = size || sizeDefault;
  return { limit: rows, offset: (Math.max(page, 1) - 1) * rows };
}

export function checkedPageOf(request: PageRequest, sizeDefault?: number): Page {
  refuse(checkPage(request));
  return pageOf(request, sizeDefault);
}
