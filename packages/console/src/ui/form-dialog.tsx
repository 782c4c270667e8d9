import type { ComponentChildren } from "preact";
import { useAction } from "../state/action.ts";
import { useTexts } from "../state/context.ts";
import { Dialog } from "./dialog.tsx";
import { fieldsOf } from "./field.tsx";
import { Failure } from "./notices.tsx";

interface Props {
  title: string;
  /** Text of the button that sends the form. */
  action: string;
  /** Whether the action takes something away for good. */
  danger?: boolean;
  /** Whether the fields cannot be sent as they are. The form says why. */
  disabled?: boolean;
  /** The dialog closes when it has succeeded, and shows the reasons of a failure. */
  onSubmit: (fields: Record<string, string>) => Promise<void>;
  onClose: () => void;
  children?: ComponentChildren;
}

/** A form in a dialog, or a question before an action. */
export function FormDialog({ title, action, danger = false, disabled = false, onSubmit, onClose, children }: Props) {
  const { say, announce } = useTexts();
  const { working, error, run } = useAction();
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const fields = fieldsOf(event.currentTarget);
            run(async () => {
              await onSubmit(fields);
              close();
              announce(say("ui.done"));
            });
          }}
        >
          {children}
          {error !== null && <Failure error={error} />}
          <div class="buttons">
            <button type="submit" class={danger ? "main danger" : "main"} aria-disabled={working} disabled={disabled}>
              {action}
            </button>
            <button type="button" onClick={close}>
              {say("ui.cancel")}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
