/** Columns of the grid by the width of the screen. */
export const COLUMNS = { lg: 12, md: 10, sm: 6, xs: 4, xxs: 2 } as const;
export type Breakpoint = keyof typeof COLUMNS;
export const BREAKPOINTS = Object.keys(COLUMNS) as Breakpoint[];

/** The place of the widget `i`, in cells of the grid. */
export interface Place {
  i: string;
  x: number;
  y: number;
  w: number;
  h: number;
}
export type Layouts = Record<Breakpoint, Place[]>;

/** Cells of a new widget. Lower widgets have no room for a chart. */
const ROWS_OF_WIDGET = 4;
export const ROWS_MIN = 2;
export const ROWS_MAX = 40;

const bottomOf = (places: readonly Place[]) => Math.max(0, ...places.map(({ y, h }) => y + h));
const share = (a: Place, b: Place) => a.x < b.x + b.w && b.x < a.x + a.w;
const overlap = (a: Place, b: Place) => share(a, b) && a.y < b.y + b.h && b.y < a.y + a.h;
const limited = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

/** The place inside the columns. Other programs may have stored wider ones. */
function inside({ i, x, y, w, h }: Place, columns: number): Place {
  const width = limited(w, 1, columns);
  return { i, x: limited(x, 0, columns - width), y, w: width, h };
}

/** From above to below, and then from left to right. */
const inOrder = (places: readonly Place[]) => places.toSorted((a, b) => a.y - b.y || a.x - b.x);

/**
 * A place for each widget, none above another one. Stored gaps stay. Widgets without a place are below all others: half a
 * row wide where the grid has many columns.
 */
export function completed(stored: readonly Place[], widgets: readonly string[], columns: number): Place[] {
  const settled: Place[] = [];
  for (const place of inOrder(stored.filter(({ i }) => widgets.includes(i)).map((one) => inside(one, columns)))) {
    let y = place.y;
    // Each round passes one settled place.
    for (let round = 0; round < settled.length; round++) {
      const hit = settled.find((other) => overlap({ ...place, y }, other));
      if (hit === undefined) break;
      y = hit.y + hit.h;
    }
    settled.push({ ...place, y });
  }
  const across = columns > COLUMNS.sm ? 2 : 1;
  const w = columns / across;
  const top = bottomOf(settled);
  const missing = widgets.filter((i) => !settled.some((place) => place.i === i));
  const added = missing.map((i, at) => ({
    i,
    x: (at % across) * w,
    y: top + Math.floor(at / across) * ROWS_OF_WIDGET,
    w,
    h: ROWS_OF_WIDGET,
  }));
  return [...settled, ...added];
}

/** Moves all places up as far as the ones above allow. `first` comes before others that begin in the same row. */
function compacted(places: readonly Place[], first: (place: Place) => number): Place[] {
  const settled: Place[] = [];
  for (const place of places.toSorted((a, b) => a.y - b.y || first(a) - first(b) || a.x - b.x))
    settled.push({ ...place, y: bottomOf(settled.filter((other) => share(other, place))) });
  return settled;
}

/** Puts a widget at a place, and moves the others out of its way. */
export function placed(places: readonly Place[], target: Place, columns: number): Place[] {
  const from = places.find(({ i }) => i === target.i);
  const place = inside({ ...target, y: Math.max(0, target.y), h: limited(target.h, ROWS_MIN, ROWS_MAX) }, columns);
  const isDown = from !== undefined && place.y > from.y;
  const order = ({ i }: Place) => (i === place.i ? (isDown ? 1 : -1) : 0);
  return compacted([...places.filter(({ i }) => i !== place.i), place], order);
}

export type Step = "left" | "right" | "up" | "down" | "wider" | "narrower" | "taller" | "lower";

const MOVES: Readonly<Record<Step, (place: Place, by: number) => Place>> = {
  left: (place, by) => ({ ...place, x: place.x - by }),
  right: (place, by) => ({ ...place, x: place.x + by }),
  up: (place, by) => ({ ...place, y: place.y - by }),
  down: (place, by) => ({ ...place, y: place.y + by }),
  wider: (place, by) => ({ ...place, w: place.w + by }),
  narrower: (place, by) => ({ ...place, w: place.w - by }),
  taller: (place, by) => ({ ...place, h: place.h + by }),
  lower: (place, by) => ({ ...place, h: place.h - by }),
};

const placeOf = (places: readonly Place[], id: string) => places.find(({ i }) => i === id);
const isSame = (a: Place | undefined, b: Place | undefined) =>
  a?.x === b?.x && a?.y === b?.y && a?.w === b?.w && a?.h === b?.h;

/** One step of a widget. A step up or down passes the next widget, however high it is. */
export function stepped(
  places: readonly Place[],
  { id, step, columns }: { id: string; step: Step; columns: number },
): Place[] {
  const from = placeOf(places, id);
  if (from === undefined) return [...places];
  const tries = step === "up" || step === "down" ? bottomOf(places) : 1;
  for (let by = 1; by <= tries; by++) {
    const target = MOVES[step](from, by);
    // A widget at the right edge grows no further, and does not move to the left instead.
    const next = placed(places, { ...target, w: Math.min(target.w, columns - target.x) }, columns);
    if (!isSame(placeOf(next, id), from)) return next;
  }
  return [...places];
}
