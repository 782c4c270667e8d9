import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartDataset,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
} from "chart.js";
import { coloursOf, useDrawing } from "./drawing.ts";

Chart.register(ArcElement, BarController, BarElement, CategoryScale, DoughnutController, Filler, Legend, LinearScale);
Chart.register(LineController, LineElement, PieController, PointElement, Tooltip);

export type SeriesChartType = "bar" | "stacked_bar" | "line" | "area" | "pie" | "donut";

export interface SeriesSet {
  name: string;
  /** Decimals. The lengths of the chart are their nearest doubles. */
  values: readonly (string | null)[];
}

interface Props {
  type: SeriesChartType;
  label: string;
  labels: readonly string[];
  sets: readonly SeriesSet[];
  /** A value with all its digits and its unit. */
  textOf: (value: string) => string;
}

/** Each has a contrast of at least 3 to the cards of both themes. Further sets begin again. */
const COLOURS = ["#2f8f6d", "#3b78c2", "#c2571a", "#8a63c9", "#a87b08", "#c2417a", "#5b8a1f", "#6b7785"];
/** Shapes tell lines apart for people who see few colours. */
const SHAPES = ["circle", "triangle", "rect", "rectRot", "star", "cross"] as const;
const LEGEND_MAX = 12;

const colour = (at: number) => COLOURS[at % COLOURS.length]!;
const isRound = (type: SeriesChartType) => type === "pie" || type === "donut";

/** A picture of numbers that also stand in a table. */
export function SeriesChart(props: Props) {
  const { type, label, labels, sets } = props;
  const canvas = useDrawing(JSON.stringify([type, labels, sets]), (element) =>
    isRound(type) ? drawRound(element, props) : drawAxes(element, props),
  );
  return (
    <div class="figure">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

const legend = (count: number, text: string | undefined) => ({
  display: count > 1 && count <= LEGEND_MAX,
  position: "bottom" as const,
  labels: { color: text, usePointStyle: true, boxHeight: 8 },
});

/** One slice for each label, or for each set if there are several. */
function drawRound(canvas: HTMLCanvasElement, { type, labels, sets, textOf }: Props): Chart {
  const [text, card] = coloursOf("--text", "--card");
  const slices =
    sets.length === 1
      ? labels.map((name, at) => ({ name, values: [sets[0]!.values[at] ?? null] }))
      : sets.map(({ name, values }) => ({ name, values }));
  const sizes = slices.map(({ values }) => values.reduce((sum, value) => sum + Math.max(0, Number(value ?? 0)), 0));
  // The text of a slice of several values would be a sum of doubles, so it has none.
  const tip = ({ dataIndex }: { dataIndex: number }) => {
    const { name, values } = slices[dataIndex]!;
    return values.length === 1 && values[0] ? `${name}: ${textOf(values[0])}` : name;
  };
  const colours = slices.map((_, at) => colour(at));
  return new Chart(canvas, {
    type: type === "pie" ? "pie" : "doughnut",
    data: {
      labels: slices.map(({ name }) => name),
      datasets: [{ data: sizes, backgroundColor: colours, borderColor: card ?? "" }],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      plugins: { legend: legend(slices.length, text), tooltip: { callbacks: { label: tip } } },
    },
  });
}

function drawAxes(canvas: HTMLCanvasElement, { type, labels, sets, textOf }: Props): Chart {
  const [text, muted, line] = coloursOf("--text", "--muted", "--line");
  const isLine = type === "line" || type === "area";
  const stacked = type === "stacked_bar" || (type === "area" && sets.length > 1);
  const datasets = sets.map(({ name, values }, at): ChartDataset<"bar" | "line", (number | null)[]> => {
    const data = values.map((value) => (value === null ? null : Number(value)));
    const shared = { label: name, data, backgroundColor: colour(at), borderColor: colour(at) };
    if (!isLine) return { ...shared, type: "bar", maxBarThickness: 40 };
    const pointStyle = SHAPES[at % SHAPES.length]!;
    const fill = type === "area" ? { fill: true, backgroundColor: `${colour(at)}66` } : {};
    return { ...shared, type: "line", pointStyle, pointRadius: 4, ...fill };
  });
  const tip = ({ datasetIndex, dataIndex }: { datasetIndex: number; dataIndex: number }) => {
    const { name, values } = sets[datasetIndex]!;
    const value = values[dataIndex];
    return value ? `${name}: ${textOf(value)}` : name;
  };
  return new Chart<"bar" | "line", (number | null)[]>(canvas, {
    type: isLine ? "line" : "bar",
    data: { labels: [...labels], datasets },
    options: {
      animation: false,
      maintainAspectRatio: false,
      scales: {
        x: { stacked, ticks: { color: muted }, grid: { display: false } },
        y: { stacked, ticks: { color: muted, maxTicksLimit: 5 }, grid: { color: line }, beginAtZero: true },
      },
      plugins: { legend: legend(sets.length, text), tooltip: { callbacks: { label: tip } } },
    },
  }) as Chart;
}
