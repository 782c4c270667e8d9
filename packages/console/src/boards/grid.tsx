import { useState } from "preact/hooks";
import { useTexts } from "../state/context.ts";
import { EditedCard, type Editing, WidgetFrame } from "./card.tsx";
import { CommentsDialog } from "./comments.tsx";
import { type Breakpoint, COLUMNS, completed, type Place } from "./layout.ts";
import type { Catalogue } from "./names.ts";
import type { Draft, Widget } from "./read.ts";

/** The widgets of one tab. Dashboards of other programs may have several tabs. */
export const onTab = (widgets: readonly Widget[], tab: string | null) => widgets.filter(({ tab_id }) => tab_id === tab);

export const placesOf = ({ layouts }: Draft, widgets: readonly Widget[], breakpoint: Breakpoint): Place[] =>
  completed(
    layouts[breakpoint],
    widgets.map(({ id }) => id),
    COLUMNS[breakpoint],
  );

interface Props {
  boardId: string;
  widgets: readonly Widget[];
  places: readonly Place[];
  catalogue: Catalogue;
}

/** The grid to read, in the order of the places. */
export function ReadGrid({ boardId, widgets, places, catalogue }: Props) {
  const { say } = useTexts();
  const [commented, setCommented] = useState<Widget | null>(null);
  const inOrder = places.toSorted((a, b) => a.y - b.y || a.x - b.x);
  return (
    <>
      <div class="board-grid">
        {inOrder.map((place) => {
          const widget = widgets.find(({ id }) => id === place.i)!;
          const tools = (
            <button
              type="button"
              aria-label={say("boards.commentsOf", { name: widget.name })}
              onClick={() => setCommented(widget)}
            >
              {say("boards.comments")}
            </button>
          );
          return <WidgetFrame key={place.i} widget={widget} place={place} catalogue={catalogue} tools={tools} />;
        })}
      </div>
      {commented && <CommentsDialog boardId={boardId} widget={commented} onClose={() => setCommented(null)} />}
    </>
  );
}

/** The grid to change. Its order stays, because a control that moves in the document loses the focus. */
export function EditGrid({ widgets, catalogue, editing }: Omit<Props, "boardId" | "places"> & { editing: Editing }) {
  return (
    <div class="board-grid">
      {widgets.map((widget) => {
        const place = editing.places.find(({ i }) => i === widget.id)!;
        return <EditedCard key={widget.id} widget={widget} place={place} catalogue={catalogue} editing={editing} />;
      })}
    </div>
  );
}
