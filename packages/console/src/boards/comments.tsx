import type { AnswerOf } from "@emissions/client";
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

type Comment = AnswerOf<"listDashboardComments">[number];

interface Props {
  boardId: string;
  widget: Widget;
  onClose: () => void;
}

/** The comments on a widget. Editors add some, and delete their own. */
export function CommentsDialog({ boardId, widget: { id, name }, onClose }: Props) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { role } = usePerson();
  const { error, run } = useAction();
  const path = { id: boardId, widget_id: id };
  const answer = useAnswer(`comments ${boardId} ${id}`, (signal) =>
    client.call("listDashboardComments", { path, signal }),
  );
  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      answer.again();
    });
  const remove = (comment_id: string) =>
    change(() => client.call("deleteDashboardComment", { path: { ...path, comment_id } }));
  const writes = role === "editor" || role === "admin";
  return (
    <Dialog title={say("boards.commentsOf", { name })} onClose={onClose}>
      {() => (
        <>
          <Loaded answer={answer}>
            {(comments) => <CommentList comments={comments} onDelete={writes ? remove : undefined} />}
          </Loaded>
          {error !== null && <Failure error={error} />}
          {writes && (
            <CommentForm
              onSend={(text, reset) =>
                change(async () => {
                  await client.call("createDashboardComment", { path, body: { text } });
                  reset();
                })
              }
            />
          )}
        </>
      )}
    </Dialog>
  );
}

interface ListProps {
  comments: readonly Comment[];
  /** Absent for people who may not write. */
  onDelete: ((id: string) => void) | undefined;
}

function CommentList({ comments, onDelete }: ListProps) {
  const { say, locale } = useTexts();
  const { account } = usePerson();
  if (comments.length === 0) return <p>{say("boards.noComments")}</p>;
  return (
    <ul class="comments">
      {comments.map(({ id, text, created_by, created_at }) => (
        <li key={id}>
          <p class="exact">
            {say(created_by === account.user_id ? "boards.you" : "boards.other")}, {instant(created_at, locale)}
          </p>
          <p class="comment">{text}</p>
          {created_by === account.user_id && onDelete && (
            <button
              type="button"
              aria-label={say("boards.deleteComment", { text: text.slice(0, NAME_LENGTH) })}
              onClick={() => onDelete(id)}
            >
              {say("ui.delete")}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function CommentForm({ onSend }: { onSend: (text: string, reset: () => void) => void }) {
  const { say } = useTexts();
  const field = useId();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    onSend(fieldsOf(form).text ?? "", () => form.reset());
  };
  return (
    <form onSubmit={send}>
      <div class="field">
        <label for={field}>{say("boards.comment")}</label>
        <textarea id={field} name="text" rows={3} maxLength={COMMENT_LENGTH_MAX} required />
      </div>
      <button type="submit" class="main">
        {say("boards.send")}
      </button>
    </form>
  );
}
