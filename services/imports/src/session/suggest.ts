import type { ServiceImpl } from "@connectrpc/connect";
import { refuse } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ImportSessionService, ImportValueStatus } from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import { withHeaders } from "../mapping/header-notes.ts";
import { rememberedMapping } from "../mapping/history.ts";
import { suggestMapping } from "../mapping/suggest.ts";
import { resolveReferences } from "../values/resolve.ts";
import { type UniqueColumn, uniqueValues } from "../values/unique.ts";
import { MAPPING_SAMPLE_ROWS } from "./limits.ts";
import { checkMapping, requireParsed, templateOfSession } from "./mapping.ts";
import { selectRowsAfter } from "./row-queries.ts";
import { rowsOf } from "./source.ts";

type Handlers = Pick<ServiceImpl<typeof ImportSessionService>, "suggestImportMapping" | "listImportValues">;

export const suggestionHandlers = (context: Context): Handlers => ({
  suggestImportMapping: async ({ importId }, call) => {
    const { db } = context;
    const session = await requireParsed(context, call, importId);
    const { sourceColumns: columns } = session;
    const template = templateOfSession(context, session);
    const { rows, remembered } = await db.read(call, async (tx, org) => ({
      rows: await selectRowsAfter(tx, org, session.id, { after: -1, limit: MAPPING_SAMPLE_ROWS }),
      remembered: (await rememberedMapping(tx, org, template, columns)).targets,
    }));
    const samples = rows.map(({ cells }) => cells);
    const suggested = suggestMapping({ template, columns, samples, remembered });
    const suggestions = (await withHeaders(context.references.catalogues, template, suggested)).map((one) => ({
      ...one,
      targetColumn: one.targetColumn ?? undefined,
      valueConfidence: one.valueConfidence ?? undefined,
      unit: one.unit ?? undefined,
      scale: one.scale ?? undefined,
      notes: [...one.notes],
    }));
    return { suggested: { suggestions } };
  },

  listImportValues: async ({ importId, mapping }, call) => {
    const session = await requireParsed(context, call, importId);
    const { sourceColumns: columns, valueMappings } = session;
    const template = templateOfSession(context, session);
    refuse(checkMapping(template, columns, { mapping, valueMappings: {} }));
    const unique = uniqueValues({ template, columns, mapping, valueMappings });
    for await (const rows of rowsOf(context.db, session)) for (const { cells } of rows) unique.add(cells);
    const resolutions = await resolveReferences(context.references, principalOf(call), template, unique.distinct());
    return { values: { columns: unique.columns(resolutions).map(toColumn) } };
  },
});

const toColumn = ({ values, ...column }: UniqueColumn) => ({
  ...column,
  values: values.map(({ raw, resolved, status, near }) => ({
    raw,
    resolved: resolved ?? undefined,
    status: status === "matched" ? ImportValueStatus.MATCHED : ImportValueStatus.UNMATCHED,
    near: [...near],
  })),
});
