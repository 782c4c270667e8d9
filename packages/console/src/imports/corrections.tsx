import type { ImportColumn, ImportRow } from "@emissions/client/types";
import { useState } from "preact/hooks";
import type { Entered } from "../entry/body.ts";
import { digits } from "../format/digits.ts";
import { useAction } from "../state/action.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Failure } from "../ui/notices.tsx";
import { CellField } from "./cell.tsx";
import { type Changes, changeKey, correctionsOf } from "./changes.ts";
import { columnsOf, type Import } from "./read.ts";
import type { UnknownTexts } from "./validate.ts";
import { isCombined } from "./value.ts";

interface Props {
  found: Import;
  rows: readonly ImportRow[];
  unknown: readonly UnknownTexts[];
  onChanged: () => void;
}

/** One page of rows with errors. All changed values are sent at once. */
export function RowsForm({ found: { status, template }, rows, unknown, onChanged }: Props) {
  const { say, locale, announce } = useTexts();
  const { client } = useSignedIn();
  const { working, error, run } = useAction();
  const [changes, setChanges] = useState<Changes>({});
  const [marked, setMarked] = useState<readonly number[]>([]);
  const path = { import_id: status.import_id };
  const columns = columnsOf(template, rows);
  const { corrections, faults } = correctionsOf(changes, columns, locale);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (corrections.length === 0 || faults.size > 0) return;
    run(async () => {
      const answer = await client.call("correctImportRows", { path, body: { corrections } });
      announce(say("imports.left", { count: digits(answer.total_errors_remaining, locale) }));
      onChanged();
    });
  };
  const remove = async () => {
    await client.call("deleteImportRows", { path, body: { row_indices: [...marked] } });
    onChanged();
  };
  const mark = (index: number, isMarked: boolean) =>
    setMarked(isMarked ? [...marked, index] : marked.filter((one) => one !== index));
  return (
    <form onSubmit={save}>
      <h2>{say("imports.rowsToCorrect")}</h2>
      {rows.map((row) => (
        <RowCard
          key={row.row_index}
          row={row}
          columns={columns}
          unknown={unknown}
          changes={changes}
          faults={faults}
          marked={marked.includes(row.row_index)}
          onChange={(column, entered) =>
            setChanges((present) => ({ ...present, [changeKey(row.row_index, column)]: entered }))
          }
          onMark={(isMarked) => mark(row.row_index, isMarked)}
        />
      ))}
      {error !== null && <Failure error={error} />}
      <div class="buttons">
        <button type="submit" class="main" aria-disabled={working || corrections.length === 0}>
          {say(working ? "imports.checking" : "imports.save")}
        </button>
        {marked.length > 0 && (
          <Confirm
            action={say("imports.deleteRows", { count: digits(marked.length, locale) })}
            question={say("imports.deleteRowsQuestion")}
            onConfirm={remove}
          />
        )}
      </div>
    </form>
  );
}

interface RowProps {
  row: ImportRow;
  columns: readonly ImportColumn[];
  unknown: readonly UnknownTexts[];
  changes: Changes;
  faults: ReadonlySet<string>;
  marked: boolean;
  onChange: (column: string, entered: Entered) => void;
  onMark: (isMarked: boolean) => void;
}

/** The wrong cells of a row, and its other cells below. */
function RowCard({ row, columns, unknown, changes, faults, marked, onChange, onMark }: RowProps) {
  const { say } = useTexts();
  const wrong = columns.filter(({ key }) => row.errors[key]);
  const others = columns.filter(({ key }) => !row.errors[key]);
  const known = new Set(columns.map(({ key }) => key));
  const ofRow = Object.entries(row.errors).flatMap(([key, errors]) => (known.has(key) ? [] : errors));
  const cell = (column: ImportColumn) => (
    <CellField
      key={column.key}
      column={column}
      row={row}
      change={changes[changeKey(row.row_index, column.key)]}
      isFault={faults.has(changeKey(row.row_index, column.key))}
      near={nearOf(unknown, column.key, row.data[column.key])}
      onChange={(entered) => onChange(column.key, entered)}
    />
  );
  return (
    <fieldset class="card row">
      <legend>{say(isCombined(row) ? "imports.rowsFrom" : "imports.rowNumber", { number: row.row_number })}</legend>
      {ofRow.map(({ code, message }) => (
        <p key={`${code} ${message}`} class="error">
          {message}
        </p>
      ))}
      <div class="cells">{wrong.map(cell)}</div>
      {others.length > 0 && (
        <details open={wrong.length === 0}>
          <summary>{say("imports.otherValues")}</summary>
          <div class="cells">{others.map(cell)}</div>
        </details>
      )}
      <label class="check">
        <input type="checkbox" checked={marked} onChange={(event) => onMark(event.currentTarget.checked)} />
        {say("imports.markRow", { number: row.row_number })}
      </label>
    </fieldset>
  );
}

function nearOf(unknown: readonly UnknownTexts[], column: string, text: string | null | undefined) {
  const values = unknown.find(({ column_key }) => column_key === column)?.values ?? [];
  return values.find(({ raw }) => raw === text)?.near ?? [];
}
