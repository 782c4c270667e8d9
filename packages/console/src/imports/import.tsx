import { useState } from "preact/hooks";
import { useSignedIn, useTexts } from "../state/context.ts";
import { usePolled } from "../state/polled.ts";
import { go, hashOf } from "../state/route.ts";
import { Confirm } from "../ui/confirm.tsx";
import { Loaded } from "../ui/notices.tsx";
import { Page, readAgain } from "../ui/page.tsx";
import { Waiting } from "../ui/waiting.tsx";
import type { ChosenFile } from "./file.ts";
import { MappingStep } from "./mapping.tsx";
import { NamesStep } from "./names.tsx";
import { type Import, isRunning, readImport, type StepProps, type ValueMappings } from "./read.ts";
import { ResultStep } from "./result.tsx";
import { RowsStep } from "./rows.tsx";
import { type Step, Steps } from "./steps.tsx";

/** Milliseconds between two readings while the service works on the import. */
const PAUSE_MS = 1_000;

interface Props {
  id: string;
  /** The step of the address; the status decides when it is empty. */
  step: string;
  chosen: ChosenFile | null;
  onBegun: (chosen: ChosenFile) => void;
}

/** One import, from its columns to its records. */
export function ImportPage({ id, step, chosen, onBegun }: Props) {
  const { say, language } = useTexts();
  const { client } = useSignedIn();
  const answer = usePolled(`${id} ${language}`, (signal) => readImport(client, id, language, signal), {
    isRunning: ({ status }) => isRunning(status),
    pauseMs: PAUSE_MS,
  });
  // It stays while the rows are read again after a correction.
  const [page, setPage] = useState(1);
  const [values, setValues] = useState<ValueMappings>({});
  const found = answer.value;
  const shown = found && stepOf(found, step);
  return (
    <Page title={found?.status.file_name ?? say("imports.one")} place={`${step} ${found?.status.status}`}>
      <p>
        <a href={hashOf(["imports"])}>{say("imports.back")}</a>
      </p>
      <Loaded answer={answer}>
        {(ready) => (
          <>
            <Steps current={shown ?? "columns"} />
            <p class="place">
              {say("imports.about", { template: ready.template.label, rows: ready.status.total_rows })}
            </p>
            <Content
              found={ready}
              step={shown ?? "columns"}
              again={() => readAgain(answer)}
              chosen={chosen}
              onBegun={onBegun}
              page={page}
              onPage={setPage}
              values={values}
              onValues={setValues}
            />
            <Deletion found={ready} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Columns and names can be changed until the submission. */
function stepOf({ status: { status } }: Import, step: string): Step {
  const open = status === "parsed" || status === "mapped" || status === "validated";
  if (open && (step === "columns" || step === "names")) return step;
  if (status === "validating" || status === "validated") return "rows";
  if (status === "submitting" || status === "submitted") return "records";
  return status === "created" ? "file" : "columns";
}

type ContentProps = StepProps &
  Omit<Props, "id" | "step"> & {
    step: Step;
    page: number;
    onPage: (page: number) => void;
    values: ValueMappings;
    onValues: (values: ValueMappings) => void;
  };

function Content({ found, step, again, chosen, onBegun, page, onPage, values, onValues }: ContentProps) {
  const { say } = useTexts();
  const { status, status_detail: detail } = found.status;
  if (status === "created") return <Waiting text={say("imports.reading")} />;
  if (status === "validating") return <Waiting text={say("imports.checking")} />;
  if (status === "submitting") return <Waiting text={say("imports.submitting")} />;
  if (status === "failed") return <p class="notice failure">{`${say("imports.failed")} ${detail ?? ""}`}</p>;
  if (status === "expired") return <p class="notice failure">{say("code.IMPORT_EXPIRED")}</p>;
  if (status === "submitted") return <ResultStep found={found} />;
  return (
    <>
      {detail && <p class="notice failure">{detail}</p>}
      {step === "rows" && (
        <RowsStep {...{ found, again, page, onPage, values }} dateLocale={chosen?.options.date_locale ?? ""} />
      )}
      {step === "names" && <NamesStep {...{ found, again, values, onValues }} />}
      {step === "columns" && <MappingStep {...{ found, again, chosen, onBegun, onValues }} />}
    </>
  );
}

/** An import that is not running can be deleted. Its records stay. */
function Deletion({ found: { status } }: { found: Import }) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  if (isRunning(status)) return null;
  const remove = async () => {
    await client.call("deleteImportSession", { path: { import_id: status.import_id } });
    go(["imports"]);
  };
  return (
    <p class="end">
      <Confirm action={say("imports.delete")} question={say("imports.deleteQuestion")} onConfirm={remove} />
    </p>
  );
}
