import { useState } from "preact/hooks";
import { useBreakpoint } from "./breakpoint.ts";
import { onTab, placesOf } from "./grid.tsx";
import { BREAKPOINTS, COLUMNS, completed, type Layouts, type Place } from "./layout.ts";
import type { Board, Draft, Widget } from "./read.ts";

/** Layouts with places for new widgets, and without those of removed ones. */
function layoutsFor({ layouts }: Draft, widgets: readonly Widget[]): Layouts {
  const ids = widgets.map(({ id }) => id);
  const entries = BREAKPOINTS.map((name) => [name, completed(layouts[name], ids, COLUMNS[name])] as const);
  return Object.fromEntries(entries) as Layouts;
}

/** The draft of an editor, who sees the widgets of one tab at the width of the window. */
export function useDraft(board: Board, tab: string | null) {
  const [draft, setDraft] = useState<Draft>({ widgets: board.widgets, layouts: board.layouts });
  const breakpoint = useBreakpoint();
  const widgets = onTab(draft.widgets, tab);
  return {
    draft,
    widgets,
    places: placesOf(draft, widgets, breakpoint),
    columns: COLUMNS[breakpoint],
    isChanged: draft.widgets !== board.widgets || draft.layouts !== board.layouts,
    setPlaces: (next: readonly Place[]) => {
      const others = draft.layouts[breakpoint].filter(({ i }) => !widgets.some(({ id }) => id === i));
      setDraft({ ...draft, layouts: { ...draft.layouts, [breakpoint]: [...others, ...next] } });
    },
    setWidgets: (next: Widget[]) => setDraft({ widgets: next, layouts: layoutsFor(draft, next) }),
  };
}
