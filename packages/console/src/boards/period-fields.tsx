import { useTexts } from "../state/context.ts";
import { Field } from "../ui/field.tsx";
import { PERIODS_MAX, type Period, yearBefore } from "./config.ts";

interface Props {
  periods: readonly Period[];
  onChange: (periods: readonly Period[]) => void;
}

/** The periods of a widget. Several are compared. */
export function PeriodFields({ periods, onChange }: Props) {
  const { say } = useTexts();
  const set = (at: number, change: Partial<Period>) => onChange(periods.with(at, { ...periods[at]!, ...change }));
  return (
    <fieldset>
      <legend>{say("boards.periods")}</legend>
      {periods.map(({ start_date, end_date }, at) => (
        <div class="line" key={at}>
          <Field label={say("boards.from", { number: at + 1 })}>
            {(id) => (
              <input
                id={id}
                type="date"
                value={start_date}
                required
                onChange={(event) => set(at, { start_date: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={say("boards.to", { number: at + 1 })}>
            {(id) => (
              <input
                id={id}
                type="date"
                value={end_date}
                min={start_date}
                required
                onChange={(event) => set(at, { end_date: event.currentTarget.value })}
              />
            )}
          </Field>
          {periods.length > 1 && (
            <button
              type="button"
              class="icon"
              aria-label={say("boards.removePeriod", { number: at + 1 })}
              onClick={() => onChange(periods.toSpliced(at, 1))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {periods.length < PERIODS_MAX && (
        <button type="button" onClick={() => onChange([...periods, yearBefore(periods.at(-1)!)])}>
          {say("boards.addPeriod")}
        </button>
      )}
    </fieldset>
  );
}
