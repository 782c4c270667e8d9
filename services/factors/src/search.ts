import { checkPage, type PageRequest, pageOf } from "@emissions/kit/db/page";
import { type Check, checkText, refuse } from "@emissions/kit/wire/checks";
import { plainText } from "./plain-text.ts";

const LENGTH_MAX = 255;

export const checkSearch = (search: string): Check[] =>
  checkText("search", search, { max: LENGTH_MAX }).map((check) => ({ ...check, loc: ["query", "search"] }));

interface ListRequest extends PageRequest {
  search: string;
}

/** Rows in which all words of the search occur, and of them one page. Without page and size, all of them. */
export function searchedPage<R>(rows: readonly R[], request: ListRequest, textOf: (row: R) => string) {
  const { search, page = 0, size = 0 } = request;
  refuse([...checkSearch(search), ...checkPage(request)]);
  const words = plainText(search).split(" ").filter(Boolean);
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  const found = words.length === 0 ? rows : rows.filter((row) => hasAll(plainText(textOf(row))));
  const { limit, offset } = page === 0 && size === 0 ? { limit: found.length, offset: 0 } : pageOf({ page, size });
  return { rows: found.slice(offset, offset + limit), total: found.length };
}
