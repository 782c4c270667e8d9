import type { ServiceImpl } from "@connectrpc/connect";
import { type Check, refuse, violation } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { DeleteImportRowsRequest, ImportSessionService } from "@emissions/proto/imports/v1/import_session_service";
import type { Context } from "../context.ts";
import { renewRepeats } from "./duplicate/after-deletion.ts";
import { DELETED_ROWS_MAX } from "./limits.ts";
import { invalidState, move, requireLiveSession } from "./moves.ts";
import { checkRowsRequest, rowsPage } from "./pages.ts";
import { countResults, deleteSomeRows } from "./row-queries.ts";
import { nextState, READABLE } from "./states.ts";

type Handlers = Pick<ServiceImpl<typeof ImportSessionService>, "listImportRows" | "deleteImportRows">;

export const rowHandlers = ({ db }: Context): Handlers => ({
  listImportRows: (request, call) =>
    db.read(call, async (tx) => {
      refuse(checkRowsRequest(request));
      const session = await requireLiveSession(tx, principalOf(call), request.importId);
      if (!READABLE.includes(session.status)) throw invalidState(session);
      return { page: await rowsPage(tx, principalOf(call), session, request) };
    }),

  deleteImportRows: (request, call) =>
    db.write(call, request, async ({ tx, org, principal, about }) => {
      refuse(checkDeletion(request));
      const session = await requireLiveSession(tx, principal, request.importId, "to change");
      if (nextState(session.status, "rows_changed") === null) throw invalidState(session);
      about(session.id);
      const { rowIndices: indices, deleteAllErrors: allErrors } = request;
      const deleted = await deleteSomeRows(tx, org, session.id, { indices, allErrors });
      if (deleted.length > 0) await renewRepeats(tx, org, session.id, deleted);
      const counts = await countResults(tx, org, session.id);
      const { totalRows, validRows, errorRows } = await move(tx, session, "rows_changed", counts);
      return { deleted: { deletedCount: deleted.length, totalRows, validRows, errorRows } };
    }),
});

function checkDeletion({ rowIndices, deleteAllErrors }: DeleteImportRowsRequest): Check[] {
  if (rowIndices.length > DELETED_ROWS_MAX) {
    return [violation("row_indices", "value_error.list.max_items", `at most ${DELETED_ROWS_MAX}`)];
  }
  if (rowIndices.length === 0 && !deleteAllErrors)
    return [violation("row_indices", "value_error.missing", "field required")];
  return [];
}
