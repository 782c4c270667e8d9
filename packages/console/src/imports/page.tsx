import { useState } from "preact/hooks";
import { usePerson, useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import type { Place } from "../state/route.ts";
import { Page } from "../ui/page.tsx";
import type { ChosenFile } from "./file.ts";
import { ImportPage } from "./import.tsx";
import { NewImportPage } from "./new.tsx";
import { SavedPage } from "./saved.tsx";
import { SessionsPage } from "./sessions.tsx";

/** `#/imports` lists, `#/imports/new` begins, `#/imports/mappings` has saved mappings, `#/imports/<id>` continues. */
export function ImportsPage({ place: { path, query } }: { place: Place }) {
  const { say } = useTexts();
  const { role } = usePerson();
  const { importFiles } = useRights();
  // The file of the import that this visit began: its sheet and header can be chosen again.
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  if (!importFiles) {
    return (
      <Page title={say("nav.imports")}>
        <p class="notice">{say("imports.mayNot", { role: say(`role.${role}`) })}</p>
      </Page>
    );
  }
  const [, id, step = ""] = path;
  if (id === undefined) return <SessionsPage page={Number(query.page) || 1} />;
  if (id === "mappings") return <SavedPage />;
  if (id === "new") return <NewImportPage onBegun={setChosen} />;
  const held = chosen?.parsed.import_id === id ? chosen : null;
  return <ImportPage key={id} id={id} step={step} chosen={held} onBegun={setChosen} />;
}
