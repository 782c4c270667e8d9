import type { ServiceImpl } from "@connectrpc/connect";
import { refuse } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ImportSessionService, ImportValueStatus } from "@emissions/proto/imports/v1/import_session_service";
import { readingColumns } from "../combine/combine.ts";
import { suggestCombine } from "../combine/suggest.ts";
import type { Context } from "../context.ts";
import { profileOf } from "../mapping/evidence.ts";
import { sourcesOf } from "../mapping/fill.ts";
import { type Note, QUANTITY_NOT_MAPPED, withHeaders } from "../mapping/header-notes.ts";
import { rememberedMapping } from "../mapping/history.ts";
import { suggestMapping } from "../mapping/suggest.ts";
import { suggestFill } from "../mapping/suggest-fill.ts";
import { resolveReferences } from "../values/resolve.ts";
import { type UniqueColumn, uniqueValues } from "../values/unique.ts";
import { checkMapping } from "./check-mapping.ts";
import { toCombine } from "./combine.ts";
import { constantFaults, fillOf } from "./fill.ts";
import { MAPPING_SAMPLE_ROWS } from "./limits.ts";
import { requireParsed, templateOfSession } from "./mapping.ts";
import { toFill } from "./messages.ts";
import { selectRowsAfter } from "./row-queries.ts";
import { selectSavedOfShape } from "./saved/queries.ts";
import { shapeOf } from "./saved/shape.ts";
import { suggestSaved } from "./saved/suggest.ts";
import { rowsOf, sourceOf } from "./source.ts";

type Handlers = Pick<ServiceImpl<typeof ImportSessionService>, "suggestImportMapping" | "listImportValues">;

export const suggestionHandlers = (context: Context): Handlers => ({
  suggestImportMapping: async ({ importId }, call) => {
    const { db } = context;
    const session = await requireParsed(context, call, importId);
    const { sourceColumns: columns } = session;
    const template = templateOfSession(context, session);
    const { rows, remembered, saved } = await db.read(call, async (tx, org) => ({
      rows: await selectRowsAfter(tx, org, session.id, { after: -1, limit: MAPPING_SAMPLE_ROWS }),
      remembered: (await rememberedMapping(tx, org, template, columns)).targets,
      saved: await selectSavedOfShape(tx, org, { templateId: template.id, shape: shapeOf(columns) }),
    }));
    const samples = rows.map(({ cells }) => cells);
    const mapped = suggestMapping({ template, columns, samples, remembered });
    const found =
      saved === null
        ? { suggestions: mapped, fill: {}, combine: null, notes: new Map<string, Note>(), saved: {} }
        : suggestSaved({ template, columns, samples, saved });
    const isStated = found.combine !== null;
    const proposed = isStated ? null : suggestCombine({ template, columns, samples, suggestions: found.suggestions });
    const isOwn = saved === null && proposed === null;
    const suggested = isOwn ? { ...found, ...suggestFill({ template, columns, samples, suggestions: mapped }) } : found;
    const shownOf = new Map(columns.map((column, at) => [column, profileOf(samples, at).shown]));
    const read = await withHeaders(context.references.catalogues, template, suggested.suggestions, shownOf);
    const combine = found.combine ?? proposed?.combine ?? null;
    const readings = new Set(combine === null ? [] : readingColumns(combine));
    const suggestions = read.map((one) => ({
      ...one,
      targetColumn: one.targetColumn ?? undefined,
      valueConfidence: one.valueConfidence ?? undefined,
      unit: one.unit ?? undefined,
      scale: one.scale ?? undefined,
      notes: [
        // A column of times such as "Hora (h)" is no second amount.
        ...one.notes.filter(({ code }) => code !== QUANTITY_NOT_MAPPED || !readings.has(one.sourceColumn)),
        ...[suggested.notes, proposed?.notes]
          .map((notes) => notes?.get(one.sourceColumn))
          .filter((note) => note !== undefined),
      ],
    }));
    return {
      suggested: {
        suggestions,
        fill: toFill(suggested.fill),
        ...suggested.saved,
        combine: toCombine(combine),
      },
    };
  },

  listImportValues: async ({ importId, mapping, fill, combine }, call) => {
    const session = await requireParsed(context, call, importId);
    const template = templateOfSession(context, session);
    refuse(checkMapping(template, session.sourceColumns, { mapping, fill, combine, valueMappings: {} }));
    const filled = { mapping, fill: fillOf(fill) };
    const principal = principalOf(call);
    const { valueMappings } = session;
    refuse(await constantFaults(context, { session, template, filled, valueMappings, principal }));
    const source = sourceOf({ ...session, ...filled }, template);
    const sources = sourcesOf(filled);
    const ofFile = Object.entries(source.mapping).filter(([, key]) => sources.has(key));
    const unique = uniqueValues({ ...source, mapping: Object.fromEntries(ofFile) });
    for await (const rows of rowsOf(context.db, { ...session, combine: null })) {
      for (const row of rows) unique.add(source.cellsOf({ ...row, corrections: null }));
    }
    const resolutions = await resolveReferences(context.references, principal, template, unique.distinct());
    return { values: { columns: unique.columns(resolutions).map((column) => toColumn(column, sources)) } };
  },
});

const toColumn = ({ values, ...column }: UniqueColumn, sources: ReadonlyMap<string, string>) => ({
  ...column,
  sourceColumn: sources.get(column.columnKey) ?? column.sourceColumn,
  values: values.map(({ raw, resolved, status, near }) => ({
    raw,
    resolved: resolved ?? undefined,
    status: status === "matched" ? ImportValueStatus.MATCHED : ImportValueStatus.UNMATCHED,
    near: [...near],
  })),
});
