import { useState } from "preact/hooks";
import { usePerson, useSignedIn, useTexts } from "../state/context.ts";
import { go } from "../state/route.ts";
import { Choice, Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { focusHeading } from "../ui/page.tsx";
import { useBreakpoint } from "./breakpoint.ts";
import { Editor } from "./editor.tsx";
import { onTab, placesOf, ReadGrid } from "./grid.tsx";
import type { Catalogue } from "./names.ts";
import type { Project, Version } from "./read.ts";
import { StoredFiguresProvider } from "./stored-figures.tsx";

const NAME_LENGTH_MAX = 255;

interface Props {
  first: Version;
  project: Project;
  catalogue: Catalogue;
  /** Reads the dashboard and its project again. */
  onReadAgain: () => void;
}

/** A dashboard to read. Editors of its owner change it. */
export function BoardView({ first, project, catalogue, onReadAgain }: Props) {
  const { say } = useTexts();
  const { role } = usePerson();
  const [version, setVersion] = useState(first);
  const [editing, setEditing] = useState(false);
  const breakpoint = useBreakpoint();
  const { board } = version;
  const tabs = [...new Set(board.widgets.map(({ tab_id }) => tab_id))];
  const [chosen, setTab] = useState<string | null>(tabs[0] ?? null);
  const tab = tabs.includes(chosen) ? chosen : (tabs[0] ?? null);
  const widgets = onTab(board.widgets, tab);
  const owns = project.parent === null && (role === "editor" || role === "admin");
  const readMode = () => {
    setEditing(false);
    focusHeading();
  };
  return (
    <StoredFiguresProvider version={version}>
      {project.parent && <p class="notice">{say("boards.shared", { owner: project.parent.name })}</p>}
      {tabs.length > 1 && (
        <div class="filters">
          <Choice
            label={say("boards.tab")}
            name="tab"
            value={String(tabs.indexOf(tab))}
            options={tabs.map((name, at) => ({ value: String(at), text: name ?? "–" }))}
            onChange={(at) => setTab(tabs[Number(at)] ?? null)}
          />
        </div>
      )}
      {editing ? (
        <Editor
          version={version}
          tab={tab}
          catalogue={catalogue}
          onSaved={(next) => {
            setVersion(next);
            readMode();
          }}
          onDiscard={readMode}
          onReadAgain={onReadAgain}
        />
      ) : (
        <>
          {owns && (
            <OwnerTools version={version} project={project} onEdit={() => setEditing(true)} onRenamed={onReadAgain} />
          )}
          {board.widgets.length === 0 && <p class="notice">{say("boards.noWidgets")}</p>}
          <ReadGrid
            boardId={board.id}
            widgets={widgets}
            places={placesOf(board, widgets, breakpoint)}
            catalogue={catalogue}
          />
        </>
      )}
    </StoredFiguresProvider>
  );
}

interface ToolsProps {
  version: Version;
  project: Project;
  onEdit: () => void;
  onRenamed: () => void;
}

function OwnerTools({ version, project, onEdit, onRenamed }: ToolsProps) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const { board, etag } = version;
  const close = () => setDialog(null);
  const rename = async ({ name = "" }: Record<string, string>) => {
    await client.call("updateProject", { path: { id: project.id }, body: { name: name.trim() } });
    onRenamed();
  };
  const remove = async () => {
    await client.call("deleteDashboard", { path: { id: board.id }, headers: { "If-Match": etag } });
    go(["dashboards"]);
  };
  return (
    <div class="buttons">
      <button type="button" class="main" onClick={onEdit}>
        {say("boards.edit")}
      </button>
      <button type="button" onClick={() => setDialog("rename")}>
        {say("boards.rename")}
      </button>
      <button type="button" onClick={() => setDialog("delete")}>
        {say("boards.delete")}
      </button>
      {dialog === "rename" && (
        <FormDialog title={say("boards.rename")} action={say("ui.save")} onSubmit={rename} onClose={close}>
          <p>{say("boards.renameHint")}</p>
          <Field label={say("boards.name")}>
            {(id) => (
              <input
                id={id}
                name="name"
                defaultValue={project.name}
                maxLength={NAME_LENGTH_MAX}
                pattern=".*\S.*"
                required
              />
            )}
          </Field>
        </FormDialog>
      )}
      {dialog === "delete" && (
        <FormDialog title={say("boards.delete")} action={say("ui.delete")} danger onSubmit={remove} onClose={close}>
          <p>{say("boards.deleteHint")}</p>
        </FormDialog>
      )}
    </div>
  );
}
