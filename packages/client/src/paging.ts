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

/** The pages of a list from the one that the query names. They are as large as possible unless the query says so. */
export async function* pagesOf(
  { style, sizeMax }: Paging,
  query: Query,
  ask: (query: Query) => Promise<unknown>,
): AsyncGenerator<unknown, void> {
  const names = PARAMETERS[style];
  const size = Number(query[names.size] ?? sizeMax);
  let place = Number(query[names.place] ?? (style === "offset" ? 0 : 1));
  for (let count = 0; count < PAGES_MAX; count++) {
    const page = await ask({ ...query, [names.size]: size, [names.place]: place });
    yield page;
    const { length } = itemsOf(style, page);
    if (length < size) return;
    place += style === "offset" ? length : 1;
  }
  throw new RangeError(`The list has more than ${PAGES_MAX} pages`);
}

export function itemsOf(style: Paging["style"], page: unknown): readonly unknown[] {
  const { items } = PARAMETERS[style];
  return (items === undefined ? page : (page as Record<string, unknown>)[items]) as unknown[];
}
