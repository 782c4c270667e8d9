import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";
import { coloursOf, useDrawing } from "./drawing.ts";

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
  const height = across ? bars.length * BAR_PX + MARGIN_PX : HEIGHT_PX;
  const canvas = useDrawing(JSON.stringify([bars, across]), (element) => draw(element, bars, across));
  return (
    <div class="chart" style={{ height: `${height}px` }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, bars: readonly Bar[], across: boolean): Chart {
  const [bar, text, line] = coloursOf("--bar", "--muted", "--line");
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
      plugins: {
        legend: { display: false },
        tooltip: { callbacks: { label: ({ dataIndex }) => bars[dataIndex]?.text ?? "" } },
      },
    },
  });
}
