import { useTexts } from "../state/context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { RefusedForm } from "../ui/refused-form.tsx";
import type { Column, Entries } from "./body.ts";
import { type Body, useFields } from "./use-fields.tsx";

interface Props {
  title: string;
  /** The columns may depend on the content of other fields. */
  columns: readonly Column[] | ((entries: Entries) => readonly Column[]);
  initial?: Entries;
  /** The dialog closes when it has succeeded. */
  onSubmit: (body: Body) => Promise<void>;
  onClose: () => void;
}

/** A form in a dialog, with the refusals beside their fields. */
export function FieldsDialog({ title, columns: described, initial = {}, onSubmit, onClose }: Props) {
  const { say, announce } = useTexts();
  const fields = useFields(() => initial);
  const columns = typeof described === "function" ? described(fields.entries) : described;
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <form
          ref={fields.form}
          onSubmit={(event) =>
            fields.submit(event, columns, async (body) => {
              await onSubmit(body);
              close();
              announce(say("ui.done"));
            })
          }
        >
          <RefusedForm error={fields.error} others={fields.others} />
          {columns.map((column) => fields.field(column))}
          <div class="buttons">
            <button type="submit" class="main" aria-disabled={fields.working}>
              {say("ui.save")}
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
