import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useTexts } from "../state/context.ts";

/** Attributes of the control of a field. */
export interface Control {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required: boolean;
}

interface Props {
  label: string;
  hint?: string | undefined;
  /** The reasons why the value was refused. */
  errors?: readonly string[] | undefined;
  required?: boolean;
  children: (control: Control) => ComponentChildren;
}

/** A control with its label, a hint, and the refusals of its value. */
export function FormField({ label, hint, errors = [], required = false, children }: Props) {
  const { say } = useTexts();
  const id = useId();
  const notes = [...(hint ? [`${id}-hint`] : []), ...(errors.length > 0 ? [`${id}-error`] : [])].join(" ");
  return (
    <div class="field">
      <label for={id}>
        {label}
        {required && <span class="muted"> ({say("required")})</span>}
      </label>
      {children({
        id,
        required,
        ...(notes !== "" && { "aria-describedby": notes }),
        ...(errors.length > 0 && { "aria-invalid": true as const }),
      })}
      {hint && (
        <span id={`${id}-hint`} class="muted">
          {hint}
        </span>
      )}
      {errors.length > 0 && (
        <span id={`${id}-error`} class="error">
          {errors.join(" ")}
        </span>
      )}
    </div>
  );
}
