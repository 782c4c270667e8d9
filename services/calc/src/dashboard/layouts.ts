import type { Check } from "@emissions/kit/wire/checks";
import type { DashboardLayouts } from "@emissions/proto/calc/v1/dashboard_service";

/** Widths of the screen, from large to very small. */
export const BREAKPOINTS = ["lg", "md", "sm", "xs", "xxs"] as const;
type Breakpoint = (typeof BREAKPOINTS)[number];

/** Largest coordinate of a place, in cells of the grid. */
export const CELLS_MAX = 10_000;

/** The place of the widget `i`, in cells of the grid. */
export interface Place {
  i: string;
  x: number;
  y: number;
  w: number;
  h: number;
}
export type Layouts = Readonly<Record<Breakpoint, readonly Place[]>>;

const each = (places: (breakpoint: Breakpoint) => readonly Place[]): Layouts => ({
  lg: places("lg"),
  md: places("md"),
  sm: places("sm"),
  xs: places("xs"),
  xxs: places("xxs"),
});

export const NO_LAYOUTS = each(() => []);

/** A breakpoint that is left out has no places. */
export const layoutsOf = (sent: DashboardLayouts | undefined): Layouts =>
  each((breakpoint) => (sent?.[breakpoint] ?? []).map(({ i, x, y, w, h }) => ({ i, x, y, w, h })));

/** Without the places of other widgets. */
export const keepPlaces = (layouts: Layouts, widgets: ReadonlySet<string>): Layouts =>
  each((breakpoint) => layouts[breakpoint].filter(({ i }) => widgets.has(i)));

/** The places of one widget, as a text to compare. */
export const placesText = (layouts: Layouts, widget: string): string =>
  JSON.stringify(keepPlaces(layouts, new Set([widget])));

/** A widget has at most one place at each breakpoint. So the number of widgets limits the places. */
export const checkLayouts = (layouts: Layouts, widgets: ReadonlySet<string>): Check[] =>
  BREAKPOINTS.flatMap((breakpoint) => {
    const seen = new Set<string>();
    return layouts[breakpoint].flatMap((place, index) => {
      const at = ["body", "layouts", breakpoint, String(index)];
      const found = [...checkWidget(place, at, widgets, seen), ...checkCells(place, at)];
      seen.add(place.i);
      return found;
    });
  });

function checkWidget({ i }: Place, at: string[], widgets: ReadonlySet<string>, seen: ReadonlySet<string>): Check[] {
  const loc = [...at, "i"];
  if (!widgets.has(i)) return [{ loc, msg: "no widget has this id", type: "value_error.unknown_widget" }];
  return seen.has(i) ? [{ loc, msg: "the widget has a place already", type: "value_error.duplicate" }] : [];
}

const checkCells = ({ x, y, w, h }: Place, at: string[]): Check[] =>
  Object.entries({ x, y, w, h }).flatMap(([name, value]) => {
    const min = name === "w" || name === "h" ? 1 : 0;
    const loc = [...at, name];
    if (value < min)
      return [{ loc, msg: `ensure this value is greater than or equal to ${min}`, type: "value_error.number.not_ge" }];
    if (value <= CELLS_MAX) return [];
    return [{ loc, msg: `ensure this value is less than or equal to ${CELLS_MAX}`, type: "value_error.number.not_le" }];
  });
