import { useState } from "preact/hooks";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { saveFile } from "../state/download.ts";
import { go, hashOf } from "../state/route.ts";
import { Choice, fieldsOf } from "../ui/field.tsx";
import { FormField } from "../ui/form-field.tsx";
import { Failure, Loaded } from "../ui/notices.tsx";
import { Page } from "../ui/page.tsx";
import { beginImport, type ChosenFile, FILE_TYPES, type FileOptions, faultOf } from "./file.ts";
import { LocaleChoice } from "./locale.tsx";
import { UploadProgress } from "./progress.tsx";
import { Steps } from "./steps.tsx";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface Props {
  onBegun: (chosen: ChosenFile) => void;
}

/** The choice of the template and of the file. */
export function NewImportPage({ onBegun }: Props) {
  const { say, language } = useTexts();
  const { client } = useSignedIn();
  const templates = useAnswer(`templates ${language}`, (signal) =>
    client.call("listImportTemplates", { query: { language }, signal }),
  );
  return (
    <Page title={say("imports.new")}>
      <p>
        <a href={hashOf(["imports"])}>{say("imports.back")}</a>
      </p>
      <Steps current="file" />
      <Loaded answer={templates}>
        {(list) => (
          <FileForm templates={list.map((one) => ({ value: one.template_id, text: one.label }))} onBegun={onBegun} />
        )}
      </Loaded>
    </Page>
  );
}

function FileForm({ templates, onBegun }: Props & { templates: readonly { value: string; text: string }[] }) {
  const { say, announce } = useTexts();
  const signedIn = useSignedIn();
  const { working, error, run } = useAction();
  const [fault, setFault] = useState<ReturnType<typeof faultOf>>(null);
  const [share, setShare] = useState(0);
  const [template, setTemplate] = useState(
    templates.find(({ value }) => value === "purchases")?.value ?? templates[0]?.value ?? "",
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const file = form.querySelector<HTMLInputElement>("input[type=file]")!.files?.[0];
    const found = faultOf(file);
    setFault(found);
    if (found !== null || file === undefined) return;
    const { numeric_locale = "", date_locale = "" } = fieldsOf(form);
    const options: FileOptions = { template_id: template, numeric_locale, date_locale };
    setShare(0);
    announce(say("imports.sending"));
    run(async () => {
      const chosen = await beginImport(signedIn, { file, options }, setShare);
      onBegun(chosen);
      go(["imports", chosen.parsed.import_id]);
    });
  };
  return (
    <form class="card form" onSubmit={submit}>
      <Choice
        label={say("imports.template")}
        name="template"
        value={template}
        options={templates}
        onChange={setTemplate}
      />
      <ExampleButton template={template} />
      <FormField
        label={say("imports.file")}
        hint={say("imports.fileHint")}
        required
        errors={fault === null ? [] : [say(`imports.fault.${fault}`)]}
      >
        {(control) => <input {...control} required={false} type="file" accept={FILE_TYPES.join()} />}
      </FormField>
      <LocaleChoice name="numeric_locale" value="" />
      <LocaleChoice name="date_locale" value="" />
      {error !== null && <Failure error={error} />}
      {working && <UploadProgress share={share} />}
      <button type="submit" class="main" aria-disabled={working}>
        {say("imports.upload")}
      </button>
    </form>
  );
}

function ExampleButton({ template }: { template: string }) {
  const { say, language } = useTexts();
  const { client } = useSignedIn();
  const { working, error, run } = useAction();
  const save = () =>
    run(async () => {
      const path = { template_id: template };
      saveFile(`${template}.xlsx`, await client.call("getImportExample", { path, query: { language } }), XLSX);
    });
  return (
    <div>
      <button type="button" aria-disabled={working} onClick={save}>
        {say("imports.example")}
      </button>
      {error !== null && <Failure error={error} />}
    </div>
  );
}
