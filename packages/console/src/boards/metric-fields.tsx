import { useTexts } from "../state/context.ts";
import { type ConfigMetric, METRICS_MAX } from "./config.ts";
import { type Metric, metricName } from "./names.ts";

interface Props {
  metrics: readonly Metric[];
  chosen: readonly ConfigMetric[];
  onChange: (chosen: readonly ConfigMetric[]) => void;
}

/** A metric without filters. Its aggregation follows with the others. */
export const newMetric = ({ id, category }: Metric): ConfigMetric => ({
  id,
  category,
  filters: {},
  aggregation: { organizations: [] },
});

const GROUPS = ["totals", "categories", "ghg", "amounts", "intensities"] as const;

function groupOf({ id }: Metric): (typeof GROUPS)[number] {
  if (id === "emissions" || id.startsWith("emissions_scope_")) return "totals";
  if (id.startsWith("emissions_ghg_")) return "ghg";
  if (id.startsWith("amount_")) return "amounts";
  return id.startsWith("intensity_") ? "intensities" : "categories";
}

/** The metrics of a widget, one choice for each. */
export function MetricFields({ metrics, chosen, onChange }: Props) {
  const { say } = useTexts();
  const replace = (at: number, id: string) => {
    const metric = metrics.find((one) => one.id === id);
    if (metric) onChange(chosen.with(at, newMetric(metric)));
  };
  // A metric of a later version of the service has no definition here, and stays.
  const next = metrics.find(({ id }) => !chosen.some((one) => one.id === id));
  return (
    <fieldset>
      <legend>{say("boards.metrics")}</legend>
      {chosen.map(({ id: value }, at) => (
        <div class="line" key={at}>
          <MetricChoice metrics={metrics} number={at + 1} value={value} onChange={(id) => replace(at, id)} />
          {chosen.length > 1 && (
            <button
              type="button"
              class="icon"
              aria-label={say("boards.removeMetric", { number: at + 1 })}
              onClick={() => onChange(chosen.toSpliced(at, 1))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {next && chosen.length < METRICS_MAX && (
        <button type="button" onClick={() => onChange([...chosen, newMetric(next)])}>
          {say("boards.addMetric")}
        </button>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  metrics: readonly Metric[];
  number: number;
  value: string;
  onChange: (id: string) => void;
}

function MetricChoice({ metrics, number, value, onChange }: ChoiceProps) {
  const { say, language } = useTexts();
  return (
    <select
      aria-label={say("boards.metric", { number })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {!metrics.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {GROUPS.map((group) => (
        <optgroup key={group} label={say(`metricGroup.${group}`)}>
          {metrics
            .filter((metric) => groupOf(metric) === group)
            .map(({ id }) => (
              <option key={id} value={id} selected={id === value}>
                {metricName(metrics, id, language)}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}
