import type { SavedMapping } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { useSignedIn, useTexts } from "../state/context.ts";
import { hashOf } from "../state/route.ts";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Page } from "../ui/page.tsx";
import { PagedList } from "../ui/paged-list.tsx";
import { Table } from "../ui/table.tsx";

/** Characters of a name at most. */
const NAME_LENGTH_MAX = 255;

/** The mappings that the next files of the same columns get suggested. */
export function SavedPage() {
  const { say, language } = useTexts();
  const { client, organizationId } = useSignedIn();
  const [changes, setChanges] = useState(0);
  return (
    <Page title={say("imports.saved")}>
      <p>
        <a href={hashOf(["imports"])}>{say("imports.back")}</a>
      </p>
      <p>{say("imports.savedHint")}</p>
      <PagedList
        id={`${organizationId} ${language} ${changes}`}
        empty={say("imports.savedNone")}
        read={async (query, signal) => {
          const [saved, templates] = await Promise.all([
            client.call("listSavedMappings", { query, signal }),
            client.call("listImportTemplates", { query: { language }, signal }),
          ]);
          const labels = new Map(templates.map((one) => [one.template_id, one.label]));
          const items = saved.items.map((one) => ({ ...one, label: labels.get(one.template_id) ?? one.template_id }));
          return { items, total: saved.total };
        }}
      >
        {(items) => (
          <section class="card">
            <SavedTable items={items} onChanged={() => setChanges(changes + 1)} />
          </section>
        )}
      </PagedList>
    </Page>
  );
}

interface TableProps {
  items: readonly (SavedMapping & { label: string })[];
  onChanged: () => void;
}

function SavedTable({ items, onChanged }: TableProps) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [asked, setAsked] = useState<{ what: "rename" | "delete"; one: SavedMapping } | null>(null);
  const change = async ({ name = "" }: Record<string, string>) => {
    const path = { id: asked!.one.id };
    if (asked!.what === "delete") await client.call("deleteSavedMapping", { path });
    else await client.call("updateSavedMapping", { path, body: { name: name.trim() } });
    onChanged();
  };
  const button = (what: "rename" | "delete", one: SavedMapping) => (
    <button
      type="button"
      class={what === "delete" ? "danger" : ""}
      aria-label={say(`imports.${what}One`, { name: one.name })}
      onClick={() => setAsked({ what, one })}
    >
      {say(what === "delete" ? "ui.delete" : "imports.rename")}
    </button>
  );
  return (
    <>
      <Table
        caption={say("imports.saved")}
        hidden
        columns={[
          { title: say("records.name") },
          { title: say("imports.template") },
          { title: say("imports.columns") },
          { title: say("ui.actions") },
        ]}
        rows={items.map((one) => ({
          key: one.id,
          cells: [
            one.name,
            one.label,
            one.source_columns.join(" · "),
            <div key="tools" class="tools">
              {button("rename", one)}
              {button("delete", one)}
            </div>,
          ],
        }))}
      />
      {asked && (
        <FormDialog
          title={say(`imports.${asked.what}One`, { name: asked.one.name })}
          action={say(asked.what === "delete" ? "ui.delete" : "imports.rename")}
          danger={asked.what === "delete"}
          onSubmit={change}
          onClose={() => setAsked(null)}
        >
          {asked.what === "rename" ? <NameField name={asked.one.name} /> : <p>{say("imports.deleteSavedQuestion")}</p>}
        </FormDialog>
      )}
    </>
  );
}

/** The name of a saved mapping. */
export function NameField({ name }: { name: string }) {
  const { say } = useTexts();
  return (
    <Field label={say("records.name")}>
      {(id) => (
        <input
          id={id}
          name="name"
          defaultValue={name}
          maxLength={NAME_LENGTH_MAX}
          pattern=".*\S.*"
          autocomplete="off"
          required
        />
      )}
    </Field>
  );
}
