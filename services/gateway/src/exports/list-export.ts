import type { Content } from "../rest/content.ts";
import type { ExportRequest, ListExport } from "../rest/list-export.ts";
import { EXPORT_PARAMETERS } from "../rest/list-export.ts";
import type { Route } from "../rest/route-spec.ts";
import { workbook, XLSX_TYPE } from "../xlsx/workbook.ts";
import { type ExportColumn, type Item, type Row, textAt } from "./columns.ts";
import { CSV_TYPE, csv } from "./csv.ts";
import { EXPORT_KINDS, type ExportKind } from "./kinds.ts";
import { type NameOf, readNames } from "./names.ts";
import { itemsOf } from "./pages.ts";
import { templateColumns } from "./template-columns.ts";

const TYPES = { csv: CSV_TYPE, xlsx: XLSX_TYPE } as const;
/** In characters. */
const COLUMN_WIDTH = 20;

/** Adds exports to the lists of all kinds that can be imported. */
export const withExports = (routes: readonly Route[]): Route[] =>
  routes.map((route) => {
    const kind = EXPORT_KINDS[`${route.verb} ${route.path}`];
    if (kind === undefined) return route;
    const { query, refuses = [] } = route.spec;
    return {
      ...route,
      spec: {
        ...route.spec,
        query: query!.extend(EXPORT_PARAMETERS),
        refuses: [...refuses, "TOO_MANY_ROWS", "FILTER_HASH_MISMATCH"],
      },
      serves: { kind: "exported", exports: exportOf(kind) },
    };
  });

const exportOf = (kind: ExportKind): ListExport => ({
  types: TYPES,
  write: async (request): Promise<Content> => {
    const { call, message, format } = request;
    const columns =
      kind.columns?.map((key) => ({ key, type: "text" as const })) ?? (await templateColumns(call, kind.template));
    const { includeChildren = false } = optionsOf(message);
    const nameOf = await readNames(call, kind.names ?? [], includeChildren);
    const rows = await begun(rowsOf(kind, request, { columns, nameOf }));
    return {
      name: `${kind.template}-${new Date().toISOString().slice(0, 10)}.${format}`,
      type: TYPES[format],
      pieces: () => (format === "csv" ? csv(columns, rows) : sheet(kind, columns, rows)),
    };
  },
});

/** The perimeter of a list; some requests have it in a message of its own. */
const optionsOf = (message: object) => {
  const { options, includeChildren } = message as {
    options?: { includeChildren?: boolean };
    includeChildren?: boolean;
  };
  return options ?? { includeChildren };
};

const sheet = ({ template }: ExportKind, columns: readonly ExportColumn[], rows: AsyncIterable<Row[]>) =>
  workbook({
    name: template,
    columns: columns.map(({ key, type }) => ({
      title: key,
      type: type === "number" ? "exact" : type,
      width: COLUMN_WIDTH,
    })),
    rows,
  });

interface Shown {
  columns: readonly ExportColumn[];
  nameOf: NameOf;
}

async function* rowsOf(kind: ExportKind, request: ExportRequest, { columns, nameOf }: Shown): AsyncGenerator<Row[]> {
  const { texts = {}, rows = (item: Item) => [item] } = kind;
  const cells = columns.map((column) => texts[column.key] ?? ((item: Item) => textAt(item, column)));
  for await (const items of itemsOf(request)) {
    yield items.flatMap(rows).map((item) => cells.map((text) => text(item, nameOf)));
  }
}

/** The same rows after the first ones were read, so that a refusal comes before the answer begins. */
async function begun(rows: AsyncGenerator<Row[]>): Promise<AsyncGenerator<Row[]>> {
  let next = await rows.next();
  return (async function* () {
    try {
      for (; !next.done; next = await rows.next()) yield next.value;
    } finally {
      await rows.return(undefined);
    }
  })();
}
