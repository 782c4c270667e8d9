import { type Check, checkText, violation } from "@emissions/kit/wire/checks";

interface Window {
  search?: string;
  offset: number;
  limit: number;
}

const LIMIT = 50;
const LIMIT_MAX = 200;
/** Beyond it the database would count rows for nobody. */
const OFFSET_MAX = 1_000_000;

/** What every list by offset takes. */
export function checkWindow({ search = "", offset, limit }: Window): Check[] {
  const checks = checkText("search", search, { max: 255 }).map((check) => ({ ...check, loc: ["query", "search"] }));
  if (offset < 0) checks.push(violation("offset", "value_error.number.not_ge", "at least 0", "query"));
  if (offset > OFFSET_MAX) {
    checks.push(violation("offset", "value_error.number.not_le", `at most ${OFFSET_MAX}`, "query"));
  }
  if (limit < 0 || limit > LIMIT_MAX) {
    checks.push(violation("limit", "value_error.number.not_le", `from 1 to ${LIMIT_MAX}`, "query"));
  }
  return checks;
}

/** A limit that is not given is 50. */
export const windowOf = ({ offset, limit }: Window) => ({ offset, limit: limit || LIMIT });
