import type { ImportColumn } from "@emissions/client/types";
import { useTexts } from "../state/context.ts";
import { Choice } from "../ui/field.tsx";
import { FormField } from "../ui/form-field.tsx";
import type { Fill, Mapping } from "./read.ts";

interface Props {
  columns: readonly ImportColumn[];
  mapping: Mapping;
  fill: Fill;
  onChange: (fill: Fill) => void;
}

/** Columns of the template that a constant or a further column of the file fills. */
export function FillFields({ columns, mapping, fill, onChange }: Props) {
  const { say } = useTexts();
  const mapped = new Set(Object.values(mapping));
  const isConstant = ({ key, required }: ImportColumn) =>
    fill[key] === undefined ? required && !mapped.has(key) : typeof fill[key].value === "string";
  const constants = columns.filter(isConstant);
  const further = columns.filter(({ key }) => typeof fill[key]?.column === "string");
  const without = (key: string) => {
    const { [key]: _, ...others } = fill;
    return others;
  };
  const write = (key: string, value: string) => onChange(value === "" ? without(key) : { ...fill, [key]: { value } });
  if (constants.length === 0 && further.length === 0) return null;
  return (
    <fieldset>
      <legend>{say("imports.fill")}</legend>
      {further.length > 0 && (
        <ul class="mapping">
          {further.map(({ key, label }) => (
            <li key={key}>
              <strong>{label}</strong>
              <div>{say(`imports.as.${fill[key]?.as ?? "value"}`, { column: fill[key]?.column ?? "" })}</div>
              <button type="button" onClick={() => onChange(without(key))}>
                {say("imports.removeFill", { label })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {constants.length > 0 && <p class="muted">{say("imports.constantHint")}</p>}
      {constants.map((column) => (
        <Constant
          key={column.key}
          column={column}
          value={fill[column.key]?.value ?? ""}
          onChange={(value) => write(column.key, value)}
        />
      ))}
    </fieldset>
  );
}

interface ConstantProps {
  column: ImportColumn;
  value: string;
  onChange: (value: string) => void;
}

function Constant({ column: { key, label, options, description }, value, onChange }: ConstantProps) {
  const { say } = useTexts();
  const title = say("imports.constant", { label });
  if (options.length > 0) {
    const texts = options.map((option) => ({ value: option.value, text: option.label }));
    return (
      <Choice
        label={title}
        name={key}
        value={value}
        options={[{ value: "", text: say("imports.noConstant") }, ...texts]}
        onChange={onChange}
      />
    );
  }
  return (
    <FormField label={title} hint={description ?? undefined}>
      {(control) => (
        <input {...control} name={key} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      )}
    </FormField>
  );
}
