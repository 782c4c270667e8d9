import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { type Check, refuse, unknown, violation } from "@emissions/kit/wire/checks";
import { invalid } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ImportSessionService } from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import { resolveHeaders } from "../header/effects.ts";
import { type Filled, sourcesOf, targetsOf } from "../mapping/fill.ts";
import { rememberMapping } from "../mapping/history.ts";
import type { Template } from "../template/template.ts";
import { checkMapping, valuesOf } from "./check-mapping.ts";
import { combinedAnew, combineOf, toCombine } from "./combine.ts";
import { constantFaults, fillOf } from "./fill.ts";
import { toFill, toStatus, toValueMappings } from "./messages.ts";
import { invalidState, move, requireLiveSession, visibleSessions } from "./moves.ts";
import type { SessionChanges } from "./queries.ts";
import type { SessionRow } from "./row.ts";
import { applicationFaults, applySaved } from "./saved/apply.ts";
import { selectSavedMapping } from "./saved/queries.ts";
import type { SentMapping } from "./sent-mapping.ts";

type Handlers = Pick<ServiceImpl<typeof ImportSessionService>, "saveImportMapping">;

export const mappingHandlers = (context: Context): Handlers => ({
  saveImportMapping: async (request, call) => {
    const sent = await sentMapping(context, call, request);
    await refuseFaults(context, call, sent);
    return context.db.write(call, request, async ({ tx, org, principal, about }) => {
      const session = await requireLiveSession(tx, principal, request.importId, "to change");
      about(session.id);
      const changes = changesOf(context, session, sent);
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

export interface SentToSession extends SentMapping {
  importId: string;
  /** Of the saved mapping. */
  numericLocale: string | null;
  dateLocale: string | null;
}

/** The mapping of a request: its own, or the saved one that it names. */
export async function sentMapping(
  context: Context,
  call: CallOf,
  request: SentMapping & { importId: string; savedMappingId: string },
): Promise<SentToSession> {
  const { importId, savedMappingId, mapping, fill, combine, valueMappings } = request;
  const own = { importId, mapping, fill, combine, valueMappings, numericLocale: null, dateLocale: null };
  if (savedMappingId === "") return own;
  if (Object.keys({ ...mapping, ...fill }).length > 0) {
    refuse([violation("saved_mapping_id", "value_error.extra", "either a saved mapping, or mapping and fill")]);
  }
  const principal = principalOf(call);
  const { session, saved } = await context.db.read(call, async (tx, org) => ({
    session: await requireLiveSession(tx, principal, importId),
    saved: isId(savedMappingId)
      ? await selectSavedMapping(tx, org, { id: savedMappingId, visible: visibleSessions(principal) })
      : null,
  }));
  if (saved === null) throw invalid([unknown("saved_mapping_id")]);
  const applied = applySaved(saved, session.sourceColumns ?? []);
  refuse(applicationFaults(templateOfSession(context, session), saved, applied));
  const { numericLocale, dateLocale } = saved;
  const values = mergedValues(toValueMappings(saved.valueMappings), valueMappings);
  return {
    importId,
    mapping: applied.mapping,
    fill: toFill(applied.fill),
    combine: combine ?? toCombine(applied.combine),
    valueMappings: values,
    numericLocale,
    dateLocale,
  };
}

/** The texts of the request come before those that were saved. */
const mergedValues = (saved: SentMapping["valueMappings"], sent: SentMapping["valueMappings"]) => ({
  ...saved,
  ...Object.fromEntries(
    Object.entries(sent).map(([key, { values }]) => [key, { values: { ...saved[key]?.values, ...values } }]),
  ),
});

/** The columns of a session when a mapping is saved. Results of an earlier validation do not count any more. */
export function changesOf(
  context: Pick<Context, "templateOf">,
  session: SessionRow,
  sent: SentToSession,
): SessionChanges {
  refuse(checkMapping(templateOfSession(context, session), session.sourceColumns ?? [], sent));
  const changes = {
    mapping: sent.mapping,
    fill: fillOf(sent.fill),
    combine: combineOf(sent.combine),
    valueMappings: valuesOf(sent),
    // The file states its own, if the upload named one.
    numericLocale: session.numericLocale ?? sent.numericLocale,
    dateLocale: session.dateLocale ?? sent.dateLocale,
  };
  return {
    ...changes,
    ...combinedAnew(session, changes),
    statusCode: null,
    statusDetail: null,
    validRows: 0,
    errorRows: 0,
    errorsByColumn: null,
    styles: null,
  };
}

/**
 * Refuses headers that contradict their targets, and constants that their targets do not take. It stands before the
 * transaction, because it may call other services. Columns that the file or the template lacks are refused later.
 */
export async function refuseFaults(
  context: Context,
  call: CallOf,
  { importId, ...sent }: SentToSession,
): Promise<void> {
  const principal = principalOf(call);
  const session = await context.db.read(call, (tx) => requireLiveSession(tx, principal, importId));
  const template = templateOfSession(context, session);
  if (checkMapping(template, session.sourceColumns ?? [], sent).length > 0) return;
  const filled = { mapping: sent.mapping, fill: fillOf(sent.fill) };
  refuse(await headerFaults(context, template, filled));
  const valueMappings = valuesOf(sent);
  const dateLocale = session.dateLocale ?? sent.dateLocale;
  const asked = { session: { ...session, dateLocale }, template, filled, valueMappings, principal };
  refuse(await constantFaults(context, asked));
}

async function headerFaults({ references }: Context, template: Template, filled: Filled): Promise<Check[]> {
  const sources = sourcesOf(filled);
  const results = await resolveHeaders(references.catalogues, { template, sources, targets: targetsOf(filled) });
  return [...results].flatMap(([key, result]): Check[] => {
    if (!("fault" in result)) return [];
    const place = Object.hasOwn(filled.fill, key) ? ["fill", key, "column"] : ["mapping", sources.get(key)!];
    return [{ loc: ["body", ...place], ...result.fault }];
  });
}

type CallOf = Parameters<typeof principalOf>[0] & Parameters<Context["db"]["read"]>[0];

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
