import { useEffect, useRef } from "preact/hooks";
import { Field } from "../ui/field.tsx";

/** With the hyphens and spaces that people type. */
const CODE_LENGTH_MAX = 64;

/** The code of an authenticator app. It takes the focus, because the form asks for it last. */
export function CodeField({ label }: { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Field label={label}>
      {(id) => (
        <input ref={input} id={id} name="code" maxLength={CODE_LENGTH_MAX} autocomplete="one-time-code" required />
      )}
    </Field>
  );
}
