import type { Evidence, StoredFile } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { UploadProgress } from "../imports/progress.tsx";
import { useAction } from "../state/action.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { saveFile } from "../state/download.ts";
import { FILE_BYTES_MAX, upload } from "../state/upload.ts";
import { Confirm } from "../ui/confirm.tsx";
import { FormField } from "../ui/form-field.tsx";
import { Failure } from "../ui/notices.tsx";

/** The type of saved files. The name tells programs what they are. */
const BYTES = "application/octet-stream";

interface Props {
  evidence: readonly Evidence[];
  /** Organizations below the owner see the names alone. */
  mayRead: boolean;
  mayChange: boolean;
  attach: (fileIds: string[]) => Promise<void>;
  detach: (fileId: string) => Promise<void>;
  again: () => void;
}

/** The files that document factors. */
export function EvidenceCard({ evidence, mayRead, mayChange, attach, detach, again }: Props) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { error, run } = useAction();
  const save = ({ file_id, file_name }: Evidence) =>
    run(async () => saveFile(file_name, await client.call("downloadFile", { path: { id: file_id } }), BYTES));
  const remove = async (fileId: string) => {
    await detach(fileId);
    again();
  };
  return (
    <section class="card">
      <h2>{say("evidence")}</h2>
      {evidence.length === 0 && <p>{say("evidence.none")}</p>}
      <ul class="files">
        {evidence.map((one) => (
          <li key={one.file_id}>
            {mayRead ? (
              <button type="button" onClick={() => save(one)}>
                {say("evidence.save", { name: one.file_name })}
              </button>
            ) : (
              <span>{one.file_name}</span>
            )}
            {mayChange && (
              <Confirm
                action={say("evidence.detach", { name: one.file_name })}
                question={say("evidence.detachQuestion")}
                onConfirm={() => remove(one.file_id)}
              />
            )}
          </li>
        ))}
      </ul>
      {error !== null && <Failure error={error} />}
      {mayChange && <AttachForm attach={attach} again={again} />}
    </section>
  );
}

function AttachForm({ attach, again }: Pick<Props, "attach" | "again">) {
  const { say } = useTexts();
  const signedIn = useSignedIn();
  const { working, error, run } = useAction();
  const [fault, setFault] = useState<"imports.fault.missing" | "imports.fault.size" | null>(null);
  const [share, setShare] = useState(0);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector<HTMLInputElement>("input[type=file]")!;
    const file = input.files?.[0];
    const tooLarge = file !== undefined && file.size > FILE_BYTES_MAX;
    setFault(file === undefined ? "imports.fault.missing" : tooLarge ? "imports.fault.size" : null);
    if (file === undefined || tooLarge) return;
    const form = new FormData();
    form.append("file", file);
    setShare(0);
    run(async () => {
      const given = { signedIn, operation: "uploadFile", path: "/v1/files/upload", form, onProgress: setShare };
      const stored = await upload<StoredFile>(given);
      await attach([stored.id]);
      again();
    });
  };
  return (
    <form onSubmit={submit}>
      <FormField label={say("evidence.file")} hint={say("evidence.hint")} errors={fault === null ? [] : [say(fault)]}>
        {(control) => <input {...control} type="file" />}
      </FormField>
      {error !== null && <Failure error={error} />}
      {working && <UploadProgress share={share} />}
      <button type="submit" aria-disabled={working}>
        {say("evidence.attach")}
      </button>
    </form>
  );
}
