import { useState } from "preact/hooks";
import { useSignedIn, useTexts } from "../state/context.ts";
import { Choice, Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import {
  aggregationOf,
  type Config,
  type ConfigMetric,
  calculable,
  groupingOf,
  PERIODICITIES,
  type Periodicity,
  type Unit,
  wholeYear,
} from "./config.ts";
import { unitText } from "./figures.ts";
import { GroupingFields } from "./grouping-fields.tsx";
import { MetricFields, newMetric } from "./metric-fields.tsx";
import type { Catalogue, Metric } from "./names.ts";
import { PeriodFields } from "./period-fields.tsx";
import type { Widget, WidgetType } from "./read.ts";

const NAME_LENGTH_MAX = 255;
const TEXT_LENGTH_MAX = 4_000;
const TYPES = ["bar", "stacked_bar", "line", "area", "pie", "donut", "kpi", "table", "text"] as const;

interface Props {
  /** Null for a new widget. */
  widget: Widget | null;
  tab: string | null;
  catalogue: Catalogue;
  onWidget: (widget: Widget) => void;
  onClose: () => void;
}

/** Units that all metrics offer. */
function commonUnits(metrics: readonly Metric[], chosen: readonly ConfigMetric[]): Unit[] {
  const offered = chosen.map(({ id }) => metrics.find((metric) => metric.id === id)?.units ?? []);
  return [...(offered[0] ?? [])].filter((unit) => offered.every((units) => units.includes(unit)));
}

const firstConfig = ({ metrics }: Catalogue): Config => ({
  metrics: metrics.slice(0, 1).map(newMetric),
  periodicity: "month",
  periods: [wholeYear(new Date().getFullYear())],
  unit: "tCO2e",
});

/** Adds or changes a widget of the draft. */
export function WidgetForm({ widget, tab, catalogue, onWidget, onClose }: Props) {
  const { say } = useTexts();
  const { organizationId: own } = useSignedIn();
  const stored = (widget && calculable(widget)) ?? firstConfig(catalogue);
  const [type, setType] = useState<WidgetType>(widget?.type ?? "bar");
  const [chosen, setChosen] = useState<readonly ConfigMetric[]>(stored.metrics);
  const [periods, setPeriods] = useState<readonly Config["periods"][number][]>(stored.periods);
  const [grouping, setGrouping] = useState(() => groupingOf(widget ? stored.metrics : [], own));
  const units = commonUnits(catalogue.metrics, chosen);
  const types = TYPES.some((one) => one === type) ? TYPES : [...TYPES, type];
  const isReady = type === "text" || (units.length > 0 && (grouping.by === "mixed" || grouping.ids.length > 0));

  const configOf = ({ unit, periodicity, text }: Record<string, string>): Widget["config"] => {
    if (type === "text") return { ...(widget?.type === "text" && widget.config), text };
    // Metrics that were stored keep their filters and unknown keys.
    const metrics = chosen.map((metric) => ({ ...metric, aggregation: aggregationOf(grouping, metric, own) }));
    return { ...widget?.config, metrics, periods, unit: unit as Unit, periodicity: periodicity as Periodicity };
  };
  const submit = async (fields: Record<string, string>) => {
    const { name = "" } = fields;
    const { id, tab_id } = widget ?? { id: crypto.randomUUID(), tab_id: tab };
    if (isReady) onWidget({ id, tab_id, name: name.trim(), type, config: configOf(fields) });
  };
  return (
    <FormDialog
      title={say(widget ? "boards.change" : "boards.add")}
      action={say("boards.apply")}
      disabled={!isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField name={widget?.name} />
      <Choice
        label={say("boards.type")}
        name="type"
        value={type}
        options={types.map((value) => ({ value, text: say(`widgetType.${value}`) }))}
        onChange={(value) => setType(value as WidgetType)}
      />
      {type === "text" ? (
        <TextField text={widget?.config.text} />
      ) : (
        <>
          <MetricFields metrics={catalogue.metrics} chosen={chosen} onChange={setChosen} />
          <UnitField units={units} value={stored.unit} />
          <PeriodFields periods={periods} onChange={setPeriods} />
          <Choice
            label={say("boards.periodicity")}
            name="periodicity"
            value={stored.periodicity}
            options={PERIODICITIES.map((value) => ({ value, text: say(`periodicity.${value}`) }))}
          />
          <GroupingFields catalogue={catalogue} own={own} grouping={grouping} onChange={setGrouping} />
        </>
      )}
    </FormDialog>
  );
}

function NameField({ name }: { name: string | undefined }) {
  const { say } = useTexts();
  return (
    <Field label={say("boards.name")}>
      {(id) => <input id={id} name="name" defaultValue={name} maxLength={NAME_LENGTH_MAX} pattern=".*\S.*" required />}
    </Field>
  );
}

function UnitField({ units, value }: { units: readonly Unit[]; value: Unit }) {
  const { say } = useTexts();
  if (units.length === 0) return <p role="alert">{say("boards.noUnit")}</p>;
  const options = units.map((unit) => ({ value: unit, text: unitText(unit) }));
  return <Choice label={say("boards.unit")} name="unit" value={value} options={options} />;
}

function TextField({ text }: { text: unknown }) {
  const { say } = useTexts();
  return (
    <Field label={say("widgetType.text")}>
      {(id) => (
        <textarea
          id={id}
          name="text"
          rows={5}
          maxLength={TEXT_LENGTH_MAX}
          defaultValue={typeof text === "string" ? text : ""}
        />
      )}
    </Field>
  );
}
