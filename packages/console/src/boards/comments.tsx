import { useId } from "preact/hooks";
import { instant } from "../format/dates.ts";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { usePerson, useSignedIn, useTexts } from "../state/context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { fieldsOf } from "../ui/field.tsx";
import { Failure, Loaded } from "../ui/notices.tsx";
import type { Widget } from "./read.ts";

const COMMENT_LENGTH_MAX = 2_000;
/** Characters of a comment in the name of its button. */
const NAME_LENGTH = 40;

interface Props {
  boardId: string;
  widget: Widget;
  onClose: () => void;
}

/** The comments on a widget. Editors add some, and delete their own. */
export function CommentsDialog({ boardId, widget: { id, name }, onClose }: Props) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const { account, role } = usePerson();
  const { error, run } = useAction();
  const field = useId();
  const path = { id: boardId, widget_id: id };
  const answer = useAnswer(`comments ${boardId} ${id}`, (signal) =>
    client.call("listDashboardComments", { path, signal }),
  );
  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      answer.again();
    });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { text = "" } = fieldsOf(form);
    change(async () => {
      await client.call("createDashboardComment", { path, body: { text } });
      form.reset();
    });
  };
  const remove = (comment_id: string) =>
    change(() => client.call("deleteDashboardComment", { path: { ...path, comment_id } }));
  const writes = role === "editor" || role === "admin";
  return (
    <Dialog title={say("boards.commentsOf", { name })} onClose={onClose}>
      {() => (
        <>
          <Loaded answer={answer}>
            {(comments) =>
              comments.length === 0 ? (
                <p>{say("boards.noComments")}</p>
              ) : (
                <ul class="comments">
                  {comments.map(({ id: one, text, created_by, created_at }) => (
                    <li key={one}>
                      <p class="exact">
                        {say(created_by === account.user_id ? "boards.you" : "boards.other")},{" "}
                        {instant(created_at, locale)}
                      </p>
                      <p class="comment">{text}</p>
                      {created_by === account.user_id && writes && (
                        <button
                          type="button"
                          aria-label={say("boards.deleteComment", { text: text.slice(0, NAME_LENGTH) })}
                          onClick={() => remove(one)}
                        >
                          {say("ui.delete")}
                        </button>
                      )}
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
          {error !== null && <Failure error={error} />}
          {writes && (
            <form onSubmit={send}>
              <div class="field">
                <label for={field}>{say("boards.comment")}</label>
                <textarea id={field} name="text" rows={3} maxLength={COMMENT_LENGTH_MAX} required />
              </div>
              <button type="submit" class="main">
                {say("boards.send")}
              </button>
            </form>
          )}
        </>
      )}
    </Dialog>
  );
}
