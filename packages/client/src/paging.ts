import type { Paging } from "./operation.ts";

/** A list that never ends is an error of the server. */
const PAGES_MAX = 100_000;

const PARAMETERS = {
  pages: { size: "size", place: "page", items: "items" },
  bare: { size: "size", place: "page", items: undefined },
  rows: { size: "page_size", place: "page", items: "rows" },
  offset: { size: "limit", place: "offset", items: "items" },
} as const;

type Query = Readonly<Record<string, unknown>>;

/** An answer with the cursor of the next page, if there is one. */
export interface Page {
  answer: unknown;
  cursor: string | undefined;
}

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
    const { answer, cursor: next } = await ask({ ...rest, [names.size]: size, ...from });
    yield answer;
    const { length } = itemsOf(style, answer);
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

/** The cursor in the header `Link` of a page. */
export const cursorIn = (link: string | null): string | undefined =>
  /<[^>]*[?&]cursor=([\w-]+)[^>]*>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
