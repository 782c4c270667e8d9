import type { ImportOption } from "@emissions/client/types";
import { useId } from "preact/hooks";

interface Props {
  label: string;
  options: readonly ImportOption[];
  chosen: readonly string[];
  errors: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A choice of several values. They keep the order of the list. */
export function CheckList({ label, options, chosen, errors, onChange }: Props) {
  const id = useId();
  const choose = (value: string, isChosen: boolean) =>
    onChange(options.map((one) => one.value).filter((one) => (one === value ? isChosen : chosen.includes(one))));
  return (
    <fieldset {...(errors.length > 0 && { "aria-describedby": id })}>
      <legend>{label}</legend>
      <div class="cells">
        {options.map(({ value, label: text }) => (
          <label key={value} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ currentTarget }) => choose(value, currentTarget.checked)}
            />
            {text}
          </label>
        ))}
      </div>
      {errors.length > 0 && (
        <span id={id} class="error">
          {errors.join(" ")}
        </span>
      )}
    </fieldset>
  );
}
