import { useSignedIn, useTexts } from "../state/context.ts";
import { CheckList } from "../ui/check-list.tsx";
import { FormField } from "../ui/form-field.tsx";
import { LookupInput } from "../ui/lookup-input.tsx";
import type { Say } from "../words/words.ts";
import { type Column, type Entered, LIST_SIGN } from "./body.ts";
import { lookupOf, searchEntries } from "./lookup.ts";

const INPUT_MODES = { number: "decimal", integer: "numeric" } as const;

interface Props {
  column: Column;
  required: boolean;
  entered: Entered;
  errors: readonly string[];
  onChange: (entered: Entered) => void;
}

/** A field of a record, with the control for its type. */
export function EntryField({ column, required, entered, errors, onChange }: Props) {
  const { say, language } = useTexts();
  const { client } = useSignedIn();
  const { type, options } = column;
  const lookup = lookupOf(column);
  const write = (text: string) => onChange({ text });
  if (options.length > 0 && column.is_list) {
    const chosen = entered.text === "" ? [] : entered.text.split(LIST_SIGN);
    return (
      <CheckList
        label={column.label}
        options={options}
        chosen={chosen}
        errors={errors}
        onChange={(next) => write(next.join(LIST_SIGN))}
      />
    );
  }
  const isClosed = type === "option" || type === "boolean";
  return (
    <FormField label={column.label} hint={hintOf(column, lookup, say)} errors={errors} required={required}>
      {(control) => {
        if (lookup !== undefined) {
          return (
            <LookupInput
              control={control}
              text={entered.text}
              search={(text, signal) => searchEntries(lookup, { client, text, language, signal })}
              onChange={(text, value) => onChange({ text, value })}
            />
          );
        }
        if (isClosed) {
          const yesNo = [
            { value: "true", label: say("yes") },
            { value: "false", label: say("no") },
          ];
          return (
            <select {...control} value={entered.text} onChange={({ currentTarget }) => write(currentTarget.value)}>
              <option value="">–</option>
              {(type === "boolean" ? yesNo : options).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          );
        }
        const change = ({ currentTarget }: { currentTarget: HTMLInputElement }) => write(currentTarget.value);
        if (type === "date") return <input {...control} type="date" value={entered.text} onInput={change} />;
        const mode = type === "number" || type === "integer" ? { inputMode: INPUT_MODES[type] } : {};
        const maxLength = column.lengthMax === undefined ? {} : { maxLength: column.lengthMax };
        return <input {...control} {...mode} {...maxLength} value={entered.text} onInput={change} />;
      }}
    </FormField>
  );
}

/** The controls for texts, days and closed lists tell by themselves what they take. */
function hintOf({ type, description }: Column, lookup: string | undefined, say: Say): string | undefined {
  if (lookup === "sector") return say("entry.sector");
  return type === "number" || type === "integer" || type === "reference" ? description : undefined;
}
