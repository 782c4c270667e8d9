import type { ServiceImpl } from "@connectrpc/connect";
import { type Check, refuse, violation } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ImportSessionService, ImportValueMapping } from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import { resolveHeaders } from "../header/effects.ts";
import { rememberMapping } from "../mapping/history.ts";
import type { Template } from "../template/template.ts";
import { MAPPING_COLUMNS_MAX, VALUE_LENGTH_MAX, VALUE_MAPPINGS_MAX } from "./limits.ts";
import { toStatus } from "./messages.ts";
import { invalidState, move, requireLiveSession } from "./moves.ts";
import type { SessionChanges } from "./queries.ts";
import type { SessionRow } from "./row.ts";

type Handlers = Pick<ServiceImpl<typeof ImportSessionService>, "saveImportMapping">;

export interface SentMapping {
  mapping: Record<string, string>;
  valueMappings: Record<string, Pick<ImportValueMapping, "values">>;
}

export const mappingHandlers = (context: Context): Handlers => ({
  saveImportMapping: async (request, call) => {
    await refuseHeaders(context, call, request);
    return context.db.write(call, request, async ({ tx, org, principal, about }) => {
      const session = await requireLiveSession(tx, principal, request.importId, "to change");
      about(session.id);
      const changes = changesOf(context, session, request);
      const { mapping = {}, valueMappings = {} } = changes;
      await rememberMapping(tx, org, templateOfSession(context, session), mapping ?? {}, valueMappings);
      return { status: toStatus(await move(tx, session, "mapping_saved", changes)) };
    });
  },
});

/** The template of a session. A template that a later version lacks ends the session. */
export function templateOfSession({ templateOf }: Pick<Context, "templateOf">, session: SessionRow): Template {
  const template = templateOf(session.templateId);
  if (template === null) throw invalidState(session);
  return template;
}

/** The columns of a session when a mapping is saved. Results of an earlier validation do not count any more. */
export function changesOf(
  context: Pick<Context, "templateOf">,
  session: SessionRow,
  sent: SentMapping,
): SessionChanges {
  refuse(checkMapping(templateOfSession(context, session), session.sourceColumns ?? [], sent));
  const valueMappings = Object.entries(sent.valueMappings).map(([key, { values }]) => [key, values] as const);
  return {
    mapping: sent.mapping,
    valueMappings: Object.fromEntries(valueMappings),
    statusCode: null,
    statusDetail: null,
    validRows: 0,
    errorRows: 0,
    errorsByColumn: null,
    styles: null,
  };
}

/**
 * Refuses headers that contradict their targets. It stands before the transaction, because it may call factors.
 * Columns that the file or the template lacks are refused later.
 */
export async function refuseHeaders(
  context: Context,
  call: CallOf,
  { importId, mapping }: { importId: string; mapping: Record<string, string> },
): Promise<void> {
  if (Object.keys(mapping).length > MAPPING_COLUMNS_MAX) return;
  const session = await context.db.read(call, (tx) => requireLiveSession(tx, principalOf(call), importId));
  const template = templateOfSession(context, session);
  const known = Object.entries(mapping).filter(([source]) => session.sourceColumns?.includes(source));
  const results = await resolveHeaders(context.references.catalogues, { template, mapping: Object.fromEntries(known) });
  const faults = [...results].flatMap(([source, result]): Check[] =>
    "fault" in result ? [{ loc: ["body", "mapping", source], ...result.fault }] : [],
  );
  refuse(faults);
}

type CallOf = Parameters<typeof principalOf>[0] & Parameters<Context["db"]["read"]>[0];

export function checkMapping(template: Template, sourceColumns: readonly string[], sent: SentMapping): Check[] {
  const found: Check[] = [];
  const fault = (loc: string[], type: string, msg: string) => found.push({ loc: ["body", ...loc], type, msg });
  const [sources, keys] = [new Set(sourceColumns), new Set(template.columns.map(({ key }) => key))];
  const entries = Object.entries(sent.mapping);
  if (entries.length > MAPPING_COLUMNS_MAX) {
    return [violation("mapping", "value_error.list.max_items", `at most ${MAPPING_COLUMNS_MAX} columns`)];
  }
  if (entries.length === 0) found.push(violation("mapping", "value_error.missing", "at least one column"));
  const sourceOf = new Map<string, string>();
  for (const [source, target] of entries) {
    if (!sources.has(source)) fault(["mapping", source], "value_error.not_found", "the file has no such column");
    if (!keys.has(target)) fault(["mapping", source], "value_error.not_found", "the template has no such column");
    else if (sourceOf.has(target)) {
      fault(["mapping", source], "value_error.duplicate", `${target} is mapped from another column, too`);
    }
    sourceOf.set(target, source);
  }
  return [...found, ...checkValueMappings(keys, sent)];
}

function checkValueMappings(keys: ReadonlySet<string>, { valueMappings }: SentMapping): Check[] {
  const found: Check[] = [];
  let texts = 0;
  for (const [key, { values }] of Object.entries(valueMappings)) {
    const fault = (type: string, msg: string) => found.push({ loc: ["body", "value_mappings", key], type, msg });
    if (!keys.has(key)) fault("value_error.not_found", "the template has no such column");
    for (const pair of Object.entries(values)) {
      texts++;
      if (pair.some((text) => text.length > VALUE_LENGTH_MAX || text.includes("\0"))) {
        fault("value_error.any_str.max_length", `at most ${VALUE_LENGTH_MAX} characters, without U+0000`);
      }
    }
    if (found.length > MAPPING_COLUMNS_MAX) break;
  }
  if (texts > VALUE_MAPPINGS_MAX) {
    found.push(violation("value_mappings", "value_error.list.max_items", `at most ${VALUE_MAPPINGS_MAX} texts`));
  }
  return found;
}

/** A session whose columns are known, for calls that read its rows. */
export async function requireParsed(
  { db }: Pick<Context, "db">,
  call: CallOf,
  id: string,
): Promise<SessionRow & { sourceColumns: string[] }> {
  const session = await db.read(call, (tx) => requireLiveSession(tx, principalOf(call), id));
  if (session.sourceColumns === null) throw invalidState(session);
  return { ...session, sourceColumns: session.sourceColumns };
}
