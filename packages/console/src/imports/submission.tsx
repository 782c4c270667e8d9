import { useState } from "preact/hooks";
import { digits } from "../format/digits.ts";
import { useAction } from "../state/action.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Confirm } from "../ui/confirm.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Failure } from "../ui/notices.tsx";
import { Waiting } from "../ui/waiting.tsx";
import type { StepProps } from "./read.ts";

/** The counts of the rows, and the submission of the valid ones. */
export function Submission({ found: { status }, again }: StepProps) {
  const { say, locale } = useTexts();
  const { client } = useSignedIn();
  const { working, error, run } = useAction();
  const [asking, setAsking] = useState(false);
  const path = { import_id: status.import_id };
  const [valid, wrong] = [digits(status.valid_rows, locale), digits(status.error_rows, locale)];
  const submit = async (ignore_errors: boolean) => {
    await client.call("submitImport", { path, body: { ignore_errors } });
    again();
  };
  const removeErrors = async () => {
    await client.call("deleteImportRows", { path, body: { delete_all_errors: true } });
    again();
  };
  if (working) return <Waiting text={say("imports.submitting")} />;
  return (
    <section class="card">
      <h2>{say("imports.checked")}</h2>
      <p role="status">{say("imports.counts", { valid, wrong })}</p>
      {error !== null && <Failure error={error} />}
      <div class="buttons">
        {status.error_rows === 0 && status.valid_rows > 0 && (
          <button type="button" class="main" onClick={() => run(() => submit(false))}>
            {say("imports.submit", { valid })}
          </button>
        )}
        {status.error_rows > 0 && status.valid_rows > 0 && (
          <button type="button" onClick={() => setAsking(true)}>
            {say("imports.submitValid", { valid })}
          </button>
        )}
        {status.error_rows > 0 && (
          <Confirm
            action={say("imports.deleteErrors", { wrong })}
            question={say("imports.deleteErrorsQuestion", { wrong })}
            onConfirm={removeErrors}
          />
        )}
      </div>
      {asking && (
        <FormDialog
          title={say("imports.submitValid", { valid })}
          action={say("imports.submitValid", { valid })}
          onSubmit={() => submit(true)}
          onClose={() => setAsking(false)}
        >
          <p>{say("imports.submitQuestion", { valid, wrong })}</p>
        </FormDialog>
      )}
    </section>
  );
}
