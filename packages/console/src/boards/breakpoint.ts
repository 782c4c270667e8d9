import { useEffect, useState } from "preact/hooks";
import type { Breakpoint } from "./layout.ts";

/** Least widths of the window in pixels, as usual for grids with these names. */
const WIDTHS_PX: readonly (readonly [Breakpoint, number])[] = [
  ["lg", 1200],
  ["md", 996],
  ["sm", 768],
  ["xs", 480],
];

const present = (): Breakpoint =>
  WIDTHS_PX.find(([, width]) => matchMedia(`(min-width: ${width}px)`).matches)?.[0] ?? "xxs";

/** The breakpoint of the window, which a person may resize. */
export function useBreakpoint(): Breakpoint {
  const [breakpoint, setBreakpoint] = useState(present);
  useEffect(() => {
    const follow = () => setBreakpoint(present());
    addEventListener("resize", follow);
    return () => removeEventListener("resize", follow);
  }, []);
  return breakpoint;
}
