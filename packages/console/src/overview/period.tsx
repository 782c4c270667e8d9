import { useTexts } from "../state/context.ts";
import { go, hashOf, type Place } from "../state/route.ts";
import { Field, fieldsOf } from "../ui/field.tsx";

/** A range of days, both included. */
export interface Period {
  from: string;
  to: string;
  /** Whether the organizations below are included. */
  children: boolean;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Years that have a link of their own, from the present one back. */
const YEARS = 3;

const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** The period of the address, or the present year. */
export function periodOf({ from = "", to = "", children }: Place["query"]): Period {
  const given = DAY.test(from) && DAY.test(to);
  return { ...(given ? { from, to } : yearOf(new Date().getFullYear())), children: children === "true" };
}

export function PeriodChooser({ period }: { period: Period }) {
  const { say } = useTexts();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    go(["overview"], fieldsOf(event.currentTarget as HTMLFormElement));
  };
  const latest = new Date().getFullYear();
  const years = Array.from({ length: YEARS }, (_, at) => latest - at);
  return (
    <form class="filters" onSubmit={submit}>
      <Field label={say("overview.from")}>
        {(id) => <input id={id} name="from" type="date" defaultValue={period.from} required />}
      </Field>
      <Field label={say("overview.to")}>
        {(id) => <input id={id} name="to" type="date" defaultValue={period.to} required />}
      </Field>
      <label class="check">
        <input name="children" type="checkbox" value="true" defaultChecked={period.children} />
        {say("overview.children")}
      </label>
      <button type="submit" class="main">
        {say("overview.show")}
      </button>
      <span class="links">
        {years.map((year) => (
          <a
            key={year}
            href={hashOf(["overview"], { ...yearOf(year), children: period.children ? "true" : "" })}
            {...(yearOf(year).from === period.from &&
              yearOf(year).to === period.to && { "aria-current": "true" as const })}
          >
            {say("overview.year", { year })}
          </a>
        ))}
      </span>
    </form>
  );
}
