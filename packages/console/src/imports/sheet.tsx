import { useState } from "preact/hooks";
import { useAction } from "../state/action.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { go } from "../state/route.ts";
import { Choice, fieldsOf } from "../ui/field.tsx";
import { FormField } from "../ui/form-field.tsx";
import { Failure } from "../ui/notices.tsx";
import { Table } from "../ui/table.tsx";
import { beginImport, type ChosenFile } from "./file.ts";
import { LocaleChoice } from "./locale.tsx";
import { UploadProgress } from "./progress.tsx";

/** The last row of a sheet that may be the header, from 1. */
const HEADER_ROW_MAX = 1_048_576;
/** Rows of the table that shows how the file was read. */
const ROWS_SHOWN = 3;

interface Props {
  chosen: ChosenFile;
  onBegun: (chosen: ChosenFile) => void;
}

/** How the file was read. Another sheet, header row or style of numbers is another import, of the same file. */
export function SheetForm({ chosen, onBegun }: Props) {
  const { say } = useTexts();
  const signedIn = useSignedIn();
  const { working, error, run } = useAction();
  const [share, setShare] = useState(0);
  const { parsed, options } = chosen;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = fieldsOf(event.currentTarget as HTMLFormElement);
    const { sheet = "", header = "1", numeric_locale = "", date_locale = "" } = fields;
    const next = { ...options, numeric_locale, date_locale, header_row: String(Number(header) - 1), sheet_name: sheet };
    run(async () => {
      const begun = await beginImport(signedIn, { file: chosen.file, options: next }, setShare);
      onBegun(begun);
      go(["imports", begun.parsed.import_id]);
      // The former reading would count among the open imports. If this fails, it expires.
      await signedIn.client.call("deleteImportSession", { path: { import_id: parsed.import_id } });
    });
  };
  return (
    <details class="card">
      <summary>{say("imports.sheetTitle", { row: parsed.detected_header_row + 1 })}</summary>
      <Table
        caption={say("imports.firstRows")}
        columns={parsed.source_columns.map((title) => ({ title }))}
        rows={parsed.sample_rows.slice(0, ROWS_SHOWN).map((cells, at) => ({ key: String(at), cells }))}
      />
      <form class="filters" onSubmit={submit}>
        {parsed.sheets.length > 0 && (
          <Choice
            label={say("imports.sheet")}
            name="sheet"
            value={parsed.selected_sheet ?? ""}
            options={parsed.sheets.map((name) => ({ value: name, text: name }))}
          />
        )}
        <FormField label={say("imports.header")}>
          {(control) => (
            <input
              {...control}
              name="header"
              type="number"
              min={1}
              max={HEADER_ROW_MAX}
              required
              defaultValue={String(parsed.detected_header_row + 1)}
            />
          )}
        </FormField>
        <LocaleChoice name="numeric_locale" value={options.numeric_locale} />
        <LocaleChoice name="date_locale" value={options.date_locale} />
        <button type="submit" aria-disabled={working}>
          {say("imports.readAgain")}
        </button>
      </form>
      {working && <UploadProgress share={share} />}
      {error !== null && <Failure error={error} />}
    </details>
  );
}
