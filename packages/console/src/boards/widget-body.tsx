import { SeriesChart, type SeriesChartType } from "../charts/series-chart.tsx";
import { digits, rounded } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Failure } from "../ui/notices.tsx";
import { Table } from "../ui/table.tsx";
import { type Config, calculable } from "./config.ts";
import { type Figures, figuresOf } from "./figures.ts";
import type { Catalogue } from "./names.ts";
import type { Widget, WidgetType } from "./read.ts";

/** Digits after the point of large numbers; the table has all digits. */
const KPI_PLACES = 3;
const CHARTS: readonly WidgetType[] = [
  "bar",
  "stacked_bar",
  "line",
  "area",
  "pie",
  "donut",
] satisfies SeriesChartType[];

const isChart = (type: WidgetType): type is SeriesChartType => CHARTS.includes(type);

interface Props {
  widget: Widget;
  catalogue: Catalogue;
}

/** The content of a widget: its figures, or its text. */
export function WidgetBody({ widget, catalogue }: Props) {
  const { say } = useTexts();
  const config = calculable(widget);
  if (config !== null) return <Calculated widget={widget} config={config} catalogue={catalogue} />;
  const { text } = widget.config;
  return <p class="figure">{typeof text === "string" ? text : say("boards.noFigures")}</p>;
}

function Calculated({ widget, config, catalogue }: Props & { config: Config }) {
  const { say, language, locale } = useTexts();
  const { client } = useSignedIn();
  const body = JSON.stringify(config);
  const { state, value, error, again } = useAnswer(body, (signal) =>
    client.call("calculateWidget", { body: config, signal }),
  );
  if (state === "loading") return <p class="loading">{say("loading")}</p>;
  if (state === "failed") return <Failure error={error} onAgain={again} />;
  const figures = figuresOf(value, config.periods, { say, language, locale, catalogue });
  return <Shown widget={widget} figures={figures} />;
}

/** The chart, and a table of the same numbers. Widgets without a chart show the table at once. */
function Shown({ widget: { name, type }, figures }: { widget: Widget; figures: Figures }) {
  const { say, locale } = useTexts();
  const table = <NumberTable caption={say("boards.figures", { name })} figures={figures} />;
  if (!isChart(type) && type !== "kpi")
    return (
      <div class="figure">
        {type === "map" && <p>{say("boards.map")}</p>}
        {table}
      </div>
    );
  const textOf = (value: string) => `${digits(value, locale)} ${figures.unit}`;
  return (
    <>
      {type === "kpi" ? (
        <Numbers figures={figures} />
      ) : (
        <SeriesChart
          type={type}
          label={say("boards.chart", { name })}
          labels={figures.labels}
          sets={figures.sets}
          textOf={textOf}
        />
      )}
      <details>
        <summary>
          {say("boards.numbers")}
          {figures.unit && ` (${figures.unit})`}
        </summary>
        {table}
      </details>
    </>
  );
}

function Numbers({ figures: { labels, sets, unit } }: { figures: Figures }) {
  const { locale } = useTexts();
  return (
    <dl class="figure kpis">
      {labels.flatMap((label, at) =>
        sets.map(({ name, values }) => {
          const value = values[at] ?? null;
          return (
            <div key={`${label} ${name}`}>
              <dt>{[label, name].join(", ")}</dt>
              <dd>
                {value === null ? "–" : digits(rounded(value, KPI_PLACES), locale)} <small>{unit}</small>
              </dd>
            </div>
          );
        }),
      )}
    </dl>
  );
}

function NumberTable({ caption, figures: { labels, sets, unit } }: { caption: string; figures: Figures }) {
  const { say, locale } = useTexts();
  const columns = sets.map(({ name }) => ({ title: unit === "" ? name : `${name} (${unit})`, number: true }));
  const rows = labels.map((label, at) => ({
    key: `${at} ${label}`,
    cells: [
      label,
      ...sets.map(({ values }) => {
        const value = values[at] ?? null;
        return value === null ? <abbr title={say("boards.none")}>–</abbr> : digits(value, locale);
      }),
    ],
  }));
  return <Table caption={caption} hidden columns={[{ title: say("boards.row") }, ...columns]} rows={rows} />;
}
