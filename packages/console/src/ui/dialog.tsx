import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useTexts } from "../state/context.ts";
import { focusHeading } from "./page.tsx";

interface Props {
  title: string;
  /** Called when the dialog has closed, also by the Escape key. */
  onClose: () => void;
  /** Closing by `close` returns the focus to the control that opened the dialog. */
  children: (close: () => void) => ComponentChildren;
}

/** The first one takes the focus. A question has none: there the focus begins at the button that closes it. */
const FIELDS = ":is(input, select, textarea):not([type=hidden])";

/** A modal dialog. The browser keeps the focus in it. */
export function Dialog({ title, onClose, children }: Props) {
  const { say } = useTexts();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>(FIELDS)?.focus();
    // A page that is read again takes the dialog away without closing it.
    return () => queueMicrotask(focusUnlessElsewhere);
  }, []);
  const close = () => element.current?.close();
  const closed = () => {
    onClose();
    focusUnlessElsewhere();
  };
  return (
    <dialog ref={element} aria-labelledby={id} onClose={closed}>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="icon" aria-label={say("ui.close")} onClick={close}>
          ×
        </button>
      </header>
      {children(close)}
    </dialog>
  );
}

/** The control that opened the dialog may be gone with the row that was deleted. */
function focusUnlessElsewhere() {
  if (document.activeElement === document.body) focusHeading();
}
