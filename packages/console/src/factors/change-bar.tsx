import { useState } from "preact/hooks";
import type { Column, Entries } from "../entry/body.ts";
import { FieldsDialog } from "../entry/fields-dialog.tsx";
import type { Body } from "../entry/use-fields.tsx";
import { Confirm } from "../ui/confirm.tsx";

interface Props {
  /** Texts of the buttons. */
  change: string;
  remove: string;
  question: string;
  columns: readonly Column[];
  initial: Entries;
  onChange: (body: Body) => Promise<void>;
  onRemove: () => Promise<void>;
}

/** The buttons that change and delete an entry. */
export function ChangeBar({ change, remove, question, columns, initial, onChange, onRemove }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div class="buttons">
      <button type="button" onClick={() => setOpen(true)}>
        {change}
      </button>
      <Confirm action={remove} question={question} onConfirm={onRemove} />
      {open && (
        <FieldsDialog
          title={change}
          columns={columns}
          initial={initial}
          onSubmit={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
