import { useRef } from "preact/hooks";
import type { Place } from "./layout.ts";

/** Pixels that a pointer moves before a press is a drag. */
const SLACK_PX = 5;

interface Grid {
  places: readonly Place[];
  columns: number;
  /** Shows places while the pointer moves. */
  onPreview: (target: Place, from: readonly Place[]) => void;
  onEnd: (isCancelled: boolean, from: readonly Place[]) => void;
}

interface Drag {
  grid: HTMLElement;
  from: readonly Place[];
  place: Place;
  startX: number;
  startY: number;
  cell: { width: number; height: number };
  moved: boolean;
}

/** Width and height of a cell with its gap. */
function cellOf(grid: HTMLElement, columns: number) {
  const style = getComputedStyle(grid);
  const [rowGap, columnGap] = [Number.parseFloat(style.rowGap), Number.parseFloat(style.columnGap)];
  return {
    width: (grid.clientWidth + columnGap) / columns,
    height: Number.parseFloat(style.gridAutoRows) + rowGap,
  };
}

/** Handlers of a handle that moves or resizes the widget `id` by mouse, pen or touch. Escape cancels. */
export function useDrag(id: string, kind: "move" | "resize", { places, columns, onPreview, onEnd }: Grid) {
  const drag = useRef<Drag | null>(null);
  const end = (isCancelled: boolean) => {
    if (drag.current === null) return false;
    const { moved, from, grid } = drag.current;
    drag.current = null;
    grid.style.minHeight = "";
    if (moved) onEnd(isCancelled, from);
    return moved;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const handle = event.currentTarget as HTMLElement;
      const place = places.find(({ i }) => i === id);
      const grid = handle.closest<HTMLElement>(".board-grid");
      if (event.button !== 0 || place === undefined || grid === null) return;
      handle.setPointerCapture(event.pointerId);
      // A page that gets shorter would scroll under the pointer.
      grid.style.minHeight = `${grid.clientHeight}px`;
      const [startX, startY] = [event.pageX, event.pageY];
      drag.current = { grid, from: places, place, startX, startY, cell: cellOf(grid, columns), moved: false };
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag.current === null) return;
      const { from, place, startX, startY, cell } = drag.current;
      const [dx, dy] = [event.pageX - startX, event.pageY - startY];
      if (Math.hypot(dx, dy) > SLACK_PX) drag.current.moved = true;
      if (!drag.current.moved) return;
      const [across, below] = [Math.round(dx / cell.width), Math.round(dy / cell.height)];
      onPreview(kind === "move" ? moved(place, across, below) : resized(place, across, below, columns), from);
    },
    onPointerUp: () => end(false),
    onPointerCancel: () => end(true),
    cancel: () => end(true),
  };
}

const moved = (place: Place, across: number, below: number): Place => ({
  ...place,
  x: place.x + across,
  y: place.y + below,
});

const resized = (place: Place, across: number, below: number, columns: number): Place => ({
  ...place,
  w: Math.min(place.w + across, columns - place.x),
  h: place.h + below,
});
