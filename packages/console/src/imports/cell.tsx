import type { ImportColumn, ImportError, ImportOption, ImportRow } from "@emissions/client/types";
import type { Entered } from "../entry/body.ts";
import { lookupOf, searchEntries } from "../entry/lookup.ts";
import { decimalSign, writtenDecimal } from "../format/decimals.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { type Control, FormField } from "../ui/form-field.tsx";
import { LookupInput } from "../ui/lookup-input.tsx";
import { isWord, type Say } from "../words/words.ts";
import { isCombined } from "./value.ts";

/** Errors whose messages say where the reason is. */
const WITH_FACTS: readonly string[] = ["value_error.interval.doubled", "value_error.interval.long"];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Props {
  column: ImportColumn;
  row: ImportRow;
  /** The new content; undefined while the cell is as in the file. */
  change: Entered | undefined;
  /** Whether the new text cannot be read. */
  isFault: boolean;
  /** Entries with names that are near to the text of the file. */
  near: readonly ImportOption[];
  onChange: (entered: Entered) => void;
}

/** A cell of a row, with its errors and a control for its type. */
export function CellField({ column, row, change, isFault, near, onChange }: Props) {
  const { say, locale } = useTexts();
  const sent = row.data[column.key] ?? "";
  const errors = (row.errors[column.key] ?? []).map((error) => reasonOf(error, say));
  const isWrong = errors.length > 0;
  // A number that was read has the digits of the API.
  const text = column.type === "number" && !isWrong ? writtenDecimal(sent, locale) : sent;
  // A text that the service could not read is shown apart: its control cannot hold it.
  const hint = isWrong && text !== "" ? say(isCombined(row) ? "imports.sum" : "imports.inFile", { text }) : undefined;
  const reasons = isFault ? [say("form.number", { sign: decimalSign(locale) })] : change === undefined ? errors : [];
  return (
    <FormField label={column.label} hint={hint} errors={reasons}>
      {(control) => (
        <>
          <CellInput control={control} column={column} value={change?.text ?? text} onChange={onChange} />
          {isWrong && near.length > 0 && (
            <span class="near">
              {say("imports.near")}{" "}
              {near.map(({ value, label }) => (
                <button key={value} type="button" onClick={() => onChange({ text: label, value })}>
                  {label}
                </button>
              ))}
            </span>
          )}
        </>
      )}
    </FormField>
  );
}

interface InputProps {
  control: Control;
  column: ImportColumn;
  value: string;
  onChange: (entered: Entered) => void;
}

/** The control for the type of a column. */
export function CellInput({ control, column, value, onChange }: InputProps) {
  const { say, language } = useTexts();
  const { client } = useSignedIn();
  const { type, options, is_list: isList } = column;
  const lookup = type === "reference" ? lookupOf(column) : undefined;
  const change = (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    onChange({ text: event.currentTarget.value });
  if ((type === "option" && !isList) || type === "boolean") {
    const yesNo = [
      { value: "true", label: say("yes") },
      { value: "false", label: say("no") },
    ];
    const list = type === "boolean" ? yesNo : options;
    const isKnown = list.some((option) => option.value === value);
    return (
      <select {...control} value={isKnown ? value : ""} onChange={change}>
        <option value="">–</option>
        {list.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (lookup !== undefined) {
    return (
      <LookupInput
        control={control}
        text={value}
        search={(text, signal) => searchEntries(lookup, { client, text, language, signal })}
        onChange={(text, entry) => onChange({ text, value: entry })}
      />
    );
  }
  if (type === "date") return <input {...control} type="date" value={DAY.test(value) ? value : ""} onInput={change} />;
  const mode = type === "number" ? "decimal" : type === "integer" ? "numeric" : undefined;
  return <input {...control} value={value} {...(mode && { inputMode: mode })} onInput={change} />;
}

/** The reason in the language of the person, with the names that the service offers. */
function reasonOf({ code, message }: ImportError, say: Say): string {
  const word = `cell.${code}`;
  if (!isWord(word)) return message;
  return WITH_FACTS.includes(code) ? `${say(word)} (${message})` : say(word);
}
