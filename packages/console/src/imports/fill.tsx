import type { ImportColumn } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { useTexts } from "../state/context.ts";
import { Choice } from "../ui/field.tsx";
import { FormField } from "../ui/form-field.tsx";
import { CellInput } from "./cell.tsx";
import type { Fill, Mapping } from "./read.ts";

interface Props {
  /** Columns of the template that can be filled. */
  targets: readonly ImportColumn[];
  mapping: Mapping;
  /** Those that each row needs. */
  missing: readonly ImportColumn[];
  fill: Fill;
  /** Why constants were refused, by column of the template. */
  refusals: Readonly<Record<string, readonly string[]>>;
  onChange: (fill: Fill) => void;
}

/** Constants, and columns of the template that a further use of a column of the file fills. */
export function FillFields({ targets, mapping, missing, fill, refusals, onChange }: Props) {
  const { say } = useTexts();
  // Fields that were empty before stay while a person writes.
  const [asked, setAsked] = useState<readonly string[]>(() => missing.map(({ key }) => key));
  const mapped = new Set(Object.values(mapping));
  const columns = targets.filter(({ key }) => !mapped.has(key));
  const isConstant = ({ key }: ImportColumn) => typeof fill[key]?.value === "string";
  const isShown = (column: ImportColumn) =>
    isConstant(column) || (fill[column.key] === undefined && (missing.includes(column) || asked.includes(column.key)));
  const constants = columns.filter(isShown);
  const further = targets.filter(({ key }) => isFurther(fill[key], mapping));
  const others = columns.filter((column) => fill[column.key] === undefined && !isShown(column));
  const without = (key: string) => Object.fromEntries(Object.entries(fill).filter(([one]) => one !== key));
  const write = (key: string, value: string) => onChange(value === "" ? without(key) : { ...fill, [key]: { value } });
  return (
    <>
      {further.length > 0 && (
        <fieldset>
          <legend>{say("imports.further")}</legend>
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
        </fieldset>
      )}
      <fieldset>
        <legend>{say("imports.fill")}</legend>
        <p class="muted">{say("imports.constantHint")}</p>
        {constants.map((column) => (
          <Constant
            key={column.key}
            column={column}
            value={fill[column.key]?.value ?? ""}
            errors={refusals[`fill.${column.key}.value`] ?? []}
            onChange={(value) => write(column.key, value)}
          />
        ))}
        <Choice
          key={constants.length}
          label={say(constants.length === 0 ? "imports.constantFirst" : "imports.constantNext")}
          name="constant"
          value=""
          options={[
            { value: "", text: say("imports.noConstant") },
            ...others.map(({ key, label }) => ({ value: key, text: label })),
          ]}
          onChange={(key) => setAsked([...asked, key])}
        />
      </fieldset>
    </>
  );
}

/** Whether a column of the file fills a second target. Periods alone are the meaning of their column. */
const isFurther = (filling: Fill[string] | undefined, mapping: Mapping) =>
  typeof filling?.column === "string" && (filling.as === "value" || mapping[filling.column] !== undefined);

interface ConstantProps {
  column: ImportColumn;
  value: string;
  errors: readonly string[];
  onChange: (value: string) => void;
}

function Constant({ column, value, errors, onChange }: ConstantProps) {
  const { say } = useTexts();
  // A constant is sent as it is written, and names as in a file.
  const isWritten = column.type === "reference" || column.is_list;
  return (
    <FormField
      label={say("imports.constant", { label: column.label })}
      hint={isWritten || column.type === "number" ? column.description : undefined}
      errors={errors}
    >
      {(control) => (
        <CellInput
          control={control}
          column={isWritten ? { ...column, type: "text" } : column}
          value={value}
          onChange={({ text }) => onChange(text)}
        />
      )}
    </FormField>
  );
}
