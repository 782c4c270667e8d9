import type { Chart } from "chart.js";
import { useEffect, useRef } from "preact/hooks";

/** A canvas whose chart is drawn anew when `key` or the theme changes: colours are those of the time of drawing. */
export function useDrawing(key: string, draw: (canvas: HTMLCanvasElement) => Chart) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let chart = draw(canvas.current!);
    const redraw = () => {
      chart.destroy();
      chart = draw(canvas.current!);
    };
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", redraw);
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      scheme.removeEventListener("change", redraw);
      themes.disconnect();
      chart.destroy();
    };
  }, [key]);
  return canvas;
}

/** Colours of the theme by the names of their variables. */
export function coloursOf(...names: readonly string[]): string[] {
  const style = getComputedStyle(document.documentElement);
  return names.map((name) => style.getPropertyValue(name).trim());
}
