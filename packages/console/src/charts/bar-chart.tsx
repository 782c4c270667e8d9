import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";
import { useEffect, useRef } from "preact/hooks";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

export interface Bar {
  name: string;
  /** A decimal. The length of the bar is its nearest double; `text` has all digits. */
  value: string;
  text: string;
}

interface Props {
  label: string;
  bars: readonly Bar[];
  /** Bars from left to right, for long names. */
  across: boolean;
}

const BAR_PX = 28;
const MARGIN_PX = 48;
const HEIGHT_PX = 220;

/** A picture of numbers that also stand in a table. */
export function BarChart({ label, bars, across }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const height = across ? bars.length * BAR_PX + MARGIN_PX : HEIGHT_PX;
  const key = JSON.stringify(bars);
  useEffect(() => {
    let chart = draw(canvas.current!, bars, across);
    const redraw = () => {
      chart.destroy();
      chart = draw(canvas.current!, bars, across);
    };
    // The colours are those of the theme at the time of drawing.
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", redraw);
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      scheme.removeEventListener("change", redraw);
      themes.disconnect();
      chart.destroy();
    };
  }, [key, across]);
  return (
    <div class="chart" style={{ height: `${height}px` }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, bars: readonly Bar[], across: boolean): Chart {
  const style = getComputedStyle(document.documentElement);
  const [bar, text, line] = ["--bar", "--muted", "--line"].map((name) => style.getPropertyValue(name).trim());
  const names = { ticks: { color: text }, grid: { display: false } };
  const values = { ticks: { color: text, maxTicksLimit: 5 }, grid: { color: line }, beginAtZero: true };
  return new Chart(canvas, {
    type: "bar",
    data: {
      labels: bars.map(({ name }) => name),
      datasets: [{ data: bars.map(({ value }) => Number(value)), backgroundColor: bar, maxBarThickness: 40 }],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      indexAxis: across ? "y" : "x",
      scales: across ? { y: names, x: values } : { x: names, y: values },
      plugins: { tooltip: { callbacks: { label: ({ dataIndex }) => bars[dataIndex]?.text ?? "" } } },
    },
  });
}
