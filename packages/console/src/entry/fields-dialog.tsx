import { useTexts } from "../state/context.ts";
import { DialogForm } from "../ui/form-dialog.tsx";
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
  const { say } = useTexts();
  const { form, entries, working, error, others, field, submit } = useFields(() => initial);
  const columns = typeof described === "function" ? described(entries) : described;
  return (
    <DialogForm
      title={title}
      action={say("ui.save")}
      form={form}
      working={working}
      onSubmit={(event, done) => submit(event, columns, (body) => onSubmit(body).then(done))}
      onClose={onClose}
    >
      <RefusedForm error={error} others={others} />
      {columns.map((column) => field(column))}
    </DialogForm>
  );
}
