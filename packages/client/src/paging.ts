import type { Paging } from "./operation.ts";

/** A list that never ends is an error of the server. */
const PAGES_MAX = 100_000;

const PARAMETERS = {
  pages: { size: "size", place: "page", items: "items" },
  bare: { size: "size", place: "page", items: undefined },
  rows: { size: "page_size", place: "page", items: "rows" },
  offset: { size: "limit", place: "offset", items: "items" },
} as const;

/** The cursor of the next page, in the header `Link`. */
const NEXT = /<[^>]*[?&]cursor=([\w-]+)[^>]*>\s*;\s*rel="?next"?/;

type Query = Readonly<Record<string, unknown>>;

/** An answer with its cursor of the next page, if it has one. */
export interface Page {
  page: unknown;
  next: string | undefined;
}

export const nextIn = ({ headers }: Response): string | undefined => NEXT.exec(headers.get("link") ?? "")?.[1];

/**
 * The pages of a list from the one that the query names. They are as large as possible unless the query says so. The next
 * page begins at the cursor of a page, so that changes meanwhile move no item. Lists without cursors are read by number.
 */
export async function* pagesOf(
  { style, sizeMax }: Paging,
  query: Query,
  ask: (query: Query) => Promise<Page>,
): AsyncGenerator<unknown, void> {
  const names = PARAMETERS[style];
  const { cursor: first, [names.place]: begin = style === "offset" ? 0 : 1, ...rest } = query;
  const size = Number(query[names.size] ?? sizeMax);
  let place = Number(begin);
  let cursor = first as string | undefined;
  for (let count = 0; count < PAGES_MAX; count++) {
    const from = cursor === undefined ? { [names.place]: place } : { cursor };
    const { page, next } = await ask({ ...rest, [names.size]: size, ...from });
    yield page;
    const { length } = itemsOf(style, page);
    const isLast = length < size || (cursor !== undefined && next === undefined);
    if (isLast) return;
    place += style === "offset" ? length : 1;
    cursor = next;
  }
  throw new RangeError(`The list has more than ${PAGES_MAX} pages`);
}

export function itemsOf(style: Paging["style"], page: unknown): readonly unknown[] {
  const { items } = PARAMETERS[style];
  return (items === undefined ? page : (page as Record<string, unknown>)[items]) as unknown[];
}
