import type { ServiceImpl } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { checkText, refuse } from "@emissions/kit/wire/checks";
import { conflict, forbidden } from "@emissions/kit/wire/errors";
import type { DashboardService } from "@emissions/proto/calc/v1/dashboard_service";
import { type Dependencies, INHERITED, missing, open, openOwn } from "./access.ts";
import { deleteComment, insertComment, selectComments, selectWidget } from "./comment-queries.ts";
import { toComment } from "./messages.ts";
import { keyOf, requireVisible, selectStored } from "./visible.ts";

/** Comments of one widget. */
export const COMMENTS_MAX = 200;
const TEXT_MAX = 2_000;

type Handlers = Pick<
  ServiceImpl<typeof DashboardService>,
  "createDashboardComment" | "listDashboardComments" | "deleteDashboardComment"
>;

export const commentHandlers = (dependencies: Dependencies): Handlers => ({
  createDashboardComment: async (request, call) => {
    const { id: dashboardId, widgetId, text } = request;
    const key = keyOf(await openOwn(dependencies, call, dashboardId), widgetId);
    refuse(checkText("text", text, { max: TEXT_MAX, required: true }));
    return dependencies.db.write(call, request, async ({ tx, principal, about }) => {
      if ((await selectWidget(tx, key, "lock")) === null) throw missing("widget");
      if ((await selectComments(tx, key)).length >= COMMENTS_MAX)
        throw conflict("COMMENT_LIMIT_REACHED", `A widget has at most ${COMMENTS_MAX} comments.`);
      const id = newId();
      about(id);
      return { comment: toComment(await insertComment(tx, key, { id, text, createdBy: authorOf(principal) })) };
    });
  },

  listDashboardComments: async ({ id, widgetId }, call) => {
    const opened = await open(dependencies, call, id);
    return dependencies.db.read(
      call,
      async (tx) => {
        requireVisible(await selectStored(tx, opened, widgetId), opened);
        return { comments: (await selectComments(tx, keyOf(opened, widgetId))).map(toComment) };
      },
      INHERITED,
    );
  },

  deleteDashboardComment: async (request, call) => {
    const { id: dashboardId, widgetId, commentId } = request;
    const key = keyOf(await openOwn(dependencies, call, dashboardId), widgetId);
    return dependencies.db.write(call, request, async ({ tx, principal, about }) => {
      await selectWidget(tx, key, "lock");
      const comment = (await selectComments(tx, key)).find(({ id }) => id === commentId.toLowerCase());
      if (comment === undefined) throw missing("comment");
      if (comment.createdBy !== principal.userId)
        throw forbidden("COMMENT_NOT_AUTHOR", "Only the author can delete the comment.");
      about(comment.id);
      await deleteComment(tx, key, comment.id);
      return {};
    });
  },
});

/** Only members and their keys call the methods, and all of these have a user. */
function authorOf({ userId }: { userId: string | null }): string {
  if (userId === null) throw new Error("The caller of a write is no user.");
  return userId;
}
