import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Props {
  label: string;
  children: (id: string) => ComponentChildren;
}

/** A control with its label. */
export function Field({ label, children }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  options: readonly { value: string; text: string }[];
  onChange?: (value: string) => void;
}

export function Choice({ label, name, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} name={name} onChange={(event) => onChange?.(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The fields of a form by name. Files are left out. */
export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string");
  return Object.fromEntries(texts);
}
