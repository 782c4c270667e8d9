import { RefusedError } from "@emissions/client";
import { useState } from "preact/hooks";
import { useAction } from "../state/action.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Failure } from "../ui/notices.tsx";
import { focusHeading } from "../ui/page.tsx";
import type { Editing } from "./card.tsx";
import { useDraft } from "./draft.ts";
import { EditGrid } from "./grid.tsx";
import { type Place, stepped } from "./layout.ts";
import type { Catalogue } from "./names.ts";
import { saveBoard, type Version, type Widget } from "./read.ts";
import { WidgetForm } from "./widget-form.tsx";

interface Props {
  version: Version;
  tab: string | null;
  catalogue: Catalogue;
  onSaved: (version: Version) => void;
  /** Leaves the editor without saving. */
  onDiscard: () => void;
  onReadAgain: () => void;
}

/** Changes a draft of the dashboard, and stores it as a whole. */
export function Editor({ version, tab, catalogue, onSaved, onDiscard, onReadAgain }: Props) {
  const { say, announce } = useTexts();
  const { client } = useSignedIn();
  const { error, working, run } = useAction();
  const [dialog, setDialog] = useState<"add" | "discard" | { change: Widget } | null>(null);
  const { draft, widgets, places, columns, isChanged, setPlaces, setWidgets } = useDraft(version.board, tab);
  const tell = ({ id, name }: Widget, from: readonly Place[]) => {
    const { x, y, w, h } = from.find(({ i }) => i === id)!;
    announce(say("boards.placed", { name, first: x + 1, last: x + w, columns, top: y + 1, bottom: y + h }));
  };
  const editing: Editing = {
    places,
    columns,
    onPlaces: setPlaces,
    onPlaced: (widget) => tell(widget, places),
    onStep: (widget, step) => {
      const next = stepped(places, { id: widget.id, step, columns });
      const isSame = next.every((place, at) => place === places[at]);
      if (isSame) return announce(say("boards.edge", { name: widget.name }));
      setPlaces(next);
      tell(widget, next);
    },
    onChange: (widget) => setDialog({ change: widget }),
    onRemove: (widget) => {
      setWidgets(draft.widgets.filter(({ id }) => id !== widget.id));
      announce(say("boards.removed", { name: widget.name }));
      focusHeading();
    },
  };
  const apply = (widget: Widget) => {
    const at = draft.widgets.findIndex(({ id }) => id === widget.id);
    setWidgets(at < 0 ? [...draft.widgets, widget] : draft.widgets.with(at, widget));
  };
  const save = () =>
    run(async () => {
      onSaved(await saveBoard(client, version, draft));
      announce(say("boards.saved"));
    });
  return (
    <>
      <div class="buttons">
        <button type="button" class="main" aria-disabled={working} onClick={save}>
          {say("boards.save")}
        </button>
        <button type="button" onClick={() => setDialog("add")}>
          {say("boards.add")}
        </button>
        <button type="button" onClick={() => (isChanged ? setDialog("discard") : onDiscard())}>
          {say("boards.discard")}
        </button>
      </div>
      <p class="board-hint">{say("boards.editing")}</p>
      {error !== null && <SaveFailure error={error} onReadAgain={onReadAgain} />}
      <EditGrid widgets={widgets} catalogue={catalogue} editing={editing} />
      {dialog === "discard" && (
        <FormDialog
          title={say("boards.discard")}
          action={say("boards.discard")}
          danger
          onSubmit={async () => onDiscard()}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog !== null && dialog !== "discard" && (
        <WidgetForm
          widget={dialog === "add" ? null : dialog.change}
          tab={tab}
          catalogue={catalogue}
          onWidget={apply}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** Someone else may have been first. Both changes together need a person. */
function SaveFailure({ error, onReadAgain }: { error: unknown; onReadAgain: () => void }) {
  const { say } = useTexts();
  if (!(error instanceof RefusedError && error.status === 412)) return <Failure error={error} />;
  return (
    <div class="notice failure" role="alert">
      <p>{say("boards.conflict")}</p>
      <button type="button" onClick={onReadAgain}>
        {say("boards.readAgain")}
      </button>
    </div>
  );
}
