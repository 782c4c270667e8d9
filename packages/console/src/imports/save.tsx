import { useState } from "preact/hooks";
import { useSignedIn, useTexts } from "../state/context.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import type { StepProps, ValueMappings } from "./read.ts";
import { NameField } from "./saved.tsx";

interface Props extends Pick<StepProps, "found"> {
  /** Entries that texts of the file mean. */
  values: ValueMappings;
  /** Empty if the service detected it, or if another visit chose it. */
  dateLocale: string;
}

/** Saves the choices of this import for the next file of the same columns. */
export function SaveMapping({ found: { status }, values, dateLocale }: Props) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [open, setOpen] = useState(false);
  const save = async ({ name = "" }: Record<string, string>) => {
    const { suggestions } = await client.call("suggestImportMapping", { path: { import_id: status.import_id } });
    await client.call("createSavedMapping", {
      body: {
        name: name.trim(),
        template_id: status.template_id,
        source_columns: suggestions.map(({ source_column }) => source_column),
        mapping: { ...status.mapping },
        fill: status.fill,
        value_mappings: { ...values },
        numeric_locale: status.numeric_locale,
        date_locale: dateLocale === "" ? null : dateLocale,
      },
    });
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {say("imports.saveMapping")}
      </button>
      {open && (
        <FormDialog
          title={say("imports.saveMapping")}
          action={say("ui.save")}
          onSubmit={save}
          onClose={() => setOpen(false)}
        >
          <p>{say("imports.savedHint")}</p>
          <NameField name="" />
        </FormDialog>
      )}
    </>
  );
}
