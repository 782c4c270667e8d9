import type { ServiceImpl } from "@connectrpc/connect";
import { refuse } from "@emissions/kit/wire/checks";
import { busy, conflict } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ImportSessionService } from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import { isStrict } from "../duplicate/duplicate.ts";
import { rememberMapping } from "../mapping/history.ts";
import { NOT_COMBINED } from "./combine-rows.ts";
import { RUN_ATTEMPTS } from "./limits.ts";
import { changesOf, refuseFaults, sentMapping, templateOfSession } from "./mapping.ts";
import { move, requireLiveSession } from "./moves.ts";
import { checkRowsRequest, emptyPage, rowsPage } from "./pages.ts";
import { insertRun } from "./run-queries.ts";
import { waitWhile } from "./wait.ts";

type Handlers = Pick<ServiceImpl<typeof ImportSessionService>, "startImportValidation" | "getImportValidation">;

export const validationHandlers = (context: Context): Handlers => ({
  startImportValidation: async (request, call) => {
    const sent = await sentMapping(context, call, request);
    await refuseFaults(context, call, sent);
    return context.db.write(call, request, async ({ tx, org, principal, about, afterCommit }) => {
      refuse(checkRowsRequest(request));
      const session = await requireLiveSession(tx, principal, request.importId, "to change");
      about(session.id);
      const changes = changesOf(context, session, sent);
      const moved = await move(tx, session, "validation_started", { ...changes, isStrict: isStrict(call) });
      const { mapping = {}, valueMappings = {} } = changes;
      await rememberMapping(tx, org, templateOfSession(context, session), mapping ?? {}, valueMappings);
      await insertRun(tx, org, session.id, { principal, attemptsMax: RUN_ATTEMPTS.validation });
      afterCommit(() => context.runner.poke());
      return { validation: emptyPage(moved, request) };
    });
  },

  getImportValidation: async (request, call) => {
    refuse(checkRowsRequest(request));
    const session = await waitWhile(context.db, call, "validating", request);
    if (session.status === "validating") return { validation: emptyPage(session, request) };
    const { statusCode, statusDetail } = session;
    if (statusCode === NOT_COMBINED) throw conflict(statusCode, statusDetail ?? "");
    if (statusCode !== null) throw busy(statusCode, statusDetail ?? "");
    return { validation: await context.db.read(call, (tx) => rowsPage(tx, principalOf(call), session, request)) };
  },
});
