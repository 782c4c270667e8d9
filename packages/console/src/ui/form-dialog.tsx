import type { ComponentChildren, RefObject } from "preact";
import { useAction } from "../state/action.ts";
import { useTexts } from "../state/context.ts";
import { Dialog } from "./dialog.tsx";
import { fieldsOf } from "./field.tsx";
import { Failure } from "./notices.tsx";

interface DialogProps {
  title: string;
  /** Text of the button that sends the form. */
  action: string;
  /** Whether the action takes something away for good. */
  danger?: boolean;
  /** Whether the fields cannot be sent as they are. The form says why. */
  disabled?: boolean;
  onClose: () => void;
  children?: ComponentChildren;
}

interface DialogFormProps extends DialogProps {
  form?: RefObject<HTMLFormElement | null>;
  working: boolean;
  /** `done` closes the dialog after a success. */
  onSubmit: (event: SubmitEvent & { currentTarget: HTMLFormElement }, done: () => void) => void;
}

/** A form in a dialog, with its buttons. */
export function DialogForm(props: DialogFormProps) {
  const { title, action, danger = false, disabled = false, form, working, onSubmit, onClose, children } = props;
  const { say, announce } = useTexts();
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => {
        const done = () => {
          close();
          announce(say("ui.done"));
        };
        return (
          <form ref={form} onSubmit={(event) => onSubmit(event, done)}>
            {children}
            <div class="buttons">
              <button type="submit" class={danger ? "main danger" : "main"} aria-disabled={working} disabled={disabled}>
                {action}
              </button>
              <button type="button" onClick={close}>
                {say("ui.cancel")}
              </button>
            </div>
          </form>
        );
      }}
    </Dialog>
  );
}

interface Props extends DialogProps {
  /** The dialog closes when it has succeeded, and shows the reasons of a failure. */
  onSubmit: (fields: Record<string, string>) => Promise<void>;
}

/** A form in a dialog, or a question before an action. */
export function FormDialog({ onSubmit, children, ...dialog }: Props) {
  const { working, error, run } = useAction();
  return (
    <DialogForm
      {...dialog}
      working={working}
      onSubmit={(event, done) => {
        event.preventDefault();
        const fields = fieldsOf(event.currentTarget);
        run(async () => {
          await onSubmit(fields);
          done();
        });
      }}
    >
      {children}
      {error !== null && <Failure error={error} />}
    </DialogForm>
  );
}
