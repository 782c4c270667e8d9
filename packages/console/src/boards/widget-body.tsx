import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { SeriesChart, type SeriesChartType } from "../charts/series-chart.tsx";
import { digits, rounded } from "../format/digits.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Failure } from "../ui/notices.tsx";
import { Table } from "../ui/table.tsx";
import { type Config, calculable } from "./config.ts";
import { type Figures, figuresOf, fits, type WidgetData } from "./figures.ts";
import type { Catalogue } from "./names.ts";
import type { Widget, WidgetType } from "./read.ts";
import { useStoredFigures } from "./stored-figures.tsx";

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

interface Figured extends Props {
  config: Config;
}

/** The content of a widget: its figures, or its text. */
export function WidgetBody({ widget, catalogue }: Props) {
  const { say } = useTexts();
  const config = calculable(widget);
  if (config !== null) return <WithFigures widget={widget} config={config} catalogue={catalogue} />;
  const { text } = widget.config;
  return <p class="figure">{typeof text === "string" ? text : say("boards.noFigures")}</p>;
}

/** Figures of the stored config come with those of all widgets. Those of a draft are calculated. */
function WithFigures({ widget, config, catalogue }: Figured) {
  const { client } = useSignedIn();
  const { board, answer } = useStoredFigures();
  const { id } = widget;
  const body = JSON.stringify(config);
  const stored = board.widgets.find((one) => one.id === id);
  const found = answer.value?.widgets.find(({ widget_id }) => widget_id === id);
  const props = { widget, config, catalogue };
  // Someone else may have changed the stored config: its figures are not those of this one. Invited organizations do not
  // learn the revision, but whether the figures fit.
  const isChanged = answer.value !== undefined && answer.value.revision !== board.revision;
  if (isChanged || JSON.stringify(stored?.config) !== body || (found?.data && !fits(found.data, config)))
    return (
      <AskedAlone {...props} name={body} ask={(signal) => client.call("calculateWidget", { body: config, signal })} />
    );
  if (answer.state === "loading") return <Loading />;
  // The page tells the failure.
  if (answer.state === "failed") return null;
  if (found?.data) return <Shown {...props} data={found.data} />;
  // The answer for this widget alone has the reasons of its refusal, or the points that were too many together.
  const path = { id: board.id, widget_id: id };
  const alone = (
    <AskedAlone
      {...props}
      name={`${id} ${body}`}
      ask={(signal) => client.call("getDashboardWidgetData", { path, signal })}
    />
  );
  return found?.null_reason === "unavailable" ? <Postponed>{alone}</Postponed> : alone;
}

/** Figures that could not be read now. Many widgets may have this failure, so a person asks for each again. */
function Postponed({ children }: { children: ComponentChildren }) {
  const { say } = useTexts();
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <>{children}</>;
  return (
    <div class="notice failure" role="alert">
      <p>{say("code.SERVICE_UNAVAILABLE")}</p>
      <button type="button" onClick={() => setAsked(true)}>
        {say("again")}
      </button>
    </div>
  );
}

interface AskedProps extends Figured {
  /** Tells requests apart. */
  name: string;
  ask: (signal: AbortSignal) => Promise<WidgetData>;
}

/** A widget whose figures have a request of their own. */
function AskedAlone({ name, ask, ...props }: AskedProps) {
  const { state, value, error, again } = useAnswer(name, ask);
  if (state === "loading") return <Loading />;
  if (state === "failed") return <Failure error={error} onAgain={again} />;
  return <Shown {...props} data={value} />;
}

function Loading() {
  const { say } = useTexts();
  return <p class="loading">{say("loading")}</p>;
}

/** The chart, and a table of the same numbers. Widgets without a chart show the table at once. */
function Shown({ widget: { name, type }, config, catalogue, data }: Figured & { data: WidgetData }) {
  const { say, language, locale } = useTexts();
  const figures = figuresOf(data, config.periods, { say, language, locale, catalogue });
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
