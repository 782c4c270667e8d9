import type { ServiceImpl } from "@connectrpc/connect";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ImportSessionService } from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import { resolveHeaders } from "../header/effects.ts";
import { type Filled, sourcesOf, targetsOf } from "../mapping/fill.ts";
import { rememberMapping } from "../mapping/history.ts";
import type { Template } from "../template/template.ts";
import { checkMapping, type SentMapping, valuesOf } from "./check-mapping.ts";
import { constantFaults, fillOf } from "./fill.ts";
import { toStatus } from "./messages.ts";
import { invalidState, move, requireLiveSession } from "./moves.ts";
import type { SessionChanges } from "./queries.ts";
import type { SessionRow } from "./row.ts";

type Handlers = Pick<ServiceImpl<typeof ImportSessionService>, "saveImportMapping">;

export const mappingHandlers = (context: Context): Handlers => ({
  saveImportMapping: async (request, call) => {
    await refuseFaults(context, call, request);
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
  return {
    mapping: sent.mapping,
    fill: fillOf(sent.fill),
    valueMappings: valuesOf(sent),
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
  { importId, ...sent }: SentMapping & { importId: string },
): Promise<void> {
  const principal = principalOf(call);
  const session = await context.db.read(call, (tx) => requireLiveSession(tx, principal, importId));
  const template = templateOfSession(context, session);
  if (checkMapping(template, session.sourceColumns ?? [], sent).length > 0) return;
  const filled = { mapping: sent.mapping, fill: fillOf(sent.fill) };
  refuse(await headerFaults(context, template, filled));
  const valueMappings = valuesOf(sent);
  refuse(await constantFaults(context, { session, template, filled, valueMappings, principal }));
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
