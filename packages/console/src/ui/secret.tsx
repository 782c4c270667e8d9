import { useState } from "preact/hooks";
import { useTexts } from "../state/context.ts";
import { Dialog } from "./dialog.tsx";

/** A text to take away, with a button that copies it. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const { say } = useTexts();
  const [result, setResult] = useState<"ui.copied" | "ui.copyFailed" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult("ui.copied");
    } catch {
      // Without HTTPS browsers have no clipboard.
      setResult("ui.copyFailed");
    }
  };
  return (
    <div class="copy">
      <span>{label}</span>
      <code>{text}</code>
      <button type="button" onClick={copy}>
        {say("ui.copy")}
      </button>
      <span role="status">{result && say(result)}</span>
    </div>
  );
}

interface Props {
  title: string;
  label: string;
  secret: string;
  /** What the secret is for. */
  hint?: string;
  onClose: () => void;
}

/** A secret that the service shows once. */
export function SecretDialog({ title, label, secret, hint, onClose }: Props) {
  const { say } = useTexts();
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <>
          <p>
            <strong>{say("ui.once")}</strong>
          </p>
          {hint && <p>{hint}</p>}
          <CopyText label={label} text={secret} />
          <div class="buttons">
            <button type="button" class="main" onClick={close}>
              {say("ui.close")}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
