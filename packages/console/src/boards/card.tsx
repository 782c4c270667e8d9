import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { useTexts } from "../state/context.ts";
import { useDrag } from "./drag.ts";
import { type Place, placed, type Step } from "./layout.ts";
import type { Catalogue } from "./names.ts";
import { PlaceTools, stepOf } from "./place-tools.tsx";
import type { Widget } from "./read.ts";
import { WidgetBody } from "./widget-body.tsx";

interface FrameProps {
  widget: Widget;
  place: Place;
  catalogue: Catalogue;
  /** Buttons beside the name. */
  tools: ComponentChildren;
  /** Controls of the place, below the name and in the corner. */
  below?: ComponentChildren;
  corner?: ComponentChildren;
}

/** A widget in its place. */
export function WidgetFrame({ widget, place: { x, y, w, h }, catalogue, tools, below, corner }: FrameProps) {
  const id = useId();
  const style = { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` };
  return (
    <article class="card widget" style={style} aria-labelledby={id}>
      <header>
        <h2 id={id}>{widget.name}</h2>
        <div class="tools">{tools}</div>
      </header>
      {below}
      <WidgetBody widget={widget} catalogue={catalogue} />
      {corner}
    </article>
  );
}

export interface Editing {
  /** The places of the tab. */
  places: readonly Place[];
  columns: number;
  onPlaces: (places: readonly Place[]) => void;
  /** A step of a button or a key. */
  onStep: (widget: Widget, step: Step) => void;
  /** The end of a drag. */
  onPlaced: (widget: Widget) => void;
  onChange: (widget: Widget) => void;
  onRemove: (widget: Widget) => void;
}

interface Props {
  widget: Widget;
  place: Place;
  catalogue: Catalogue;
  editing: Editing;
}

/** A widget that a person moves and changes. */
export function EditedCard({ widget, place, catalogue, editing }: Props) {
  const { say } = useTexts();
  const { name } = widget;
  const [open, setOpen] = useState(false);
  const tools = (
    <>
      <Handle kind="move" widget={widget} editing={editing} expanded={open} onPress={() => setOpen(!open)} />
      <button type="button" aria-label={say("boards.changeOne", { name })} onClick={() => editing.onChange(widget)}>
        {say("ui.change")}
      </button>
      <button type="button" aria-label={say("boards.removeOne", { name })} onClick={() => editing.onRemove(widget)}>
        {say("boards.remove")}
      </button>
    </>
  );
  return (
    <WidgetFrame
      widget={widget}
      place={place}
      catalogue={catalogue}
      tools={tools}
      below={
        open && <PlaceTools label={say("boards.handle", { name })} onStep={(step) => editing.onStep(widget, step)} />
      }
      corner={<Handle kind="resize" widget={widget} editing={editing} />}
    />
  );
}

interface HandleProps {
  kind: "move" | "resize";
  widget: Widget;
  editing: Editing;
  expanded?: boolean;
  onPress?: () => void;
}

/** Moves or resizes its widget: by pointer, and by arrow keys. */
function Handle({ kind, widget, editing, expanded, onPress }: HandleProps) {
  const { say } = useTexts();
  const { id, name } = widget;
  const { places, columns, onPlaces, onStep, onPlaced } = editing;
  /** Browsers send a click after a drag, too. */
  const dragged = useRef(false);
  const { cancel, onPointerDown, onPointerMove, onPointerUp, onPointerCancel } = useDrag(id, kind, {
    places,
    columns,
    onPreview: (target, from) => onPlaces(placed(from, target, columns)),
    onEnd: (isCancelled, from) => (isCancelled ? onPlaces(from) : onPlaced(widget)),
  });
  const press = (event: KeyboardEvent) => {
    const step = stepOf(event, kind === "resize");
    if (event.key === "Escape" && cancel()) event.preventDefault();
    if (step === undefined) return;
    event.preventDefault();
    onStep(widget, step);
  };
  const click = () => {
    if (!dragged.current) onPress?.();
    dragged.current = false;
  };
  return (
    <button
      type="button"
      class={`icon handle ${kind}`}
      aria-label={say(kind === "move" ? "boards.handle" : "boards.resize", { name })}
      {...(expanded !== undefined && { "aria-expanded": expanded })}
      onKeyDown={press}
      onClick={click}
      onPointerDown={(event) => {
        dragged.current = false;
        onPointerDown(event);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        dragged.current = onPointerUp();
      }}
      onPointerCancel={onPointerCancel}
    >
      {kind === "move" ? "✥" : "◢"}
    </button>
  );
}
