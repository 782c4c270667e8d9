import { type Check, checkText } from "@emissions/kit/wire/checks";

const LENGTH_MAX = 255;

export const checkSearch = (search: string): Check[] =>
  checkText("search", search, { max: LENGTH_MAX }).map((check) => ({ ...check, loc: ["query", "search"] }));
