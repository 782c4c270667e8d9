import { useState } from "preact/hooks";
import { FormDialog } from "./form-dialog.tsx";

interface Props {
  /** The text of the button that opens the question, and of the one that confirms. */
  action: string;
  question: string;
  onConfirm: () => Promise<void>;
}

/** A button for a change that cannot be taken back, with its question. */
export function Confirm({ action, question, onConfirm }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="danger" onClick={() => setOpen(true)}>
        {action}
      </button>
      {open && (
        <FormDialog title={action} action={action} danger onSubmit={onConfirm} onClose={() => setOpen(false)}>
          <p>{question}</p>
        </FormDialog>
      )}
    </>
  );
}
