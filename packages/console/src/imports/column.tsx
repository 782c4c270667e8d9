import type { ImportColumn } from "@emissions/client/types";
import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import { Choice } from "../ui/field.tsx";
import { isDay, PERIOD } from "./choices.ts";
import { MARKS_UNKNOWN } from "./combine.tsx";
import { Told } from "./notice.tsx";
import type { SourceColumn } from "./read.ts";

interface Props {
  column: SourceColumn;
  /** A column of the template, `PERIOD`, or "". */
  choice: string;
  columns: readonly ImportColumn[];
  isRepeated: boolean;
  /** Whether the days, times or estimates of combined rows are in it. */
  isReading: boolean;
  onChoice: (choice: string) => void;
}

/** A column of the file, with some of its texts, and the choice of its meaning. */
export function ColumnChoice({ column, choice, columns, isRepeated, isReading, onChoice }: Props) {
  const { say } = useTexts();
  const { source_column: source, samples, notes, target_column: suggested } = column;
  const required = (one: ImportColumn) => (one.required ? ` (${say("required")})` : "");
  const options = columns.map((one) => ({ value: one.key, text: `${one.label}${required(one)}` }));
  const periods = columns.filter(isDay).length === 2 ? [{ value: PERIOD, text: say("imports.period") }] : [];
  const nothing = say(isReading ? "imports.onlyReadings" : "imports.notImported");
  // The form asks what times mark.
  const told = choice === (suggested ?? "") ? notes.filter(({ code }) => code !== MARKS_UNKNOWN) : [];
  const description = columns.find(({ key }) => key === choice)?.description;
  return (
    <li class={isRepeated ? "wrong" : ""}>
      <div>
        <strong>{source}</strong>
        {samples.length > 0 && <div class="muted">{samples.join(" · ")}</div>}
      </div>
      <div>
        <Choice
          label={say("imports.target", { column: source })}
          name={source}
          value={choice}
          options={[{ value: "", text: nothing }, ...periods, ...options]}
          onChange={onChoice}
        />
        {description && <div class="muted">{description}</div>}
      </div>
      <div class="muted">
        {choice !== "" && choice === suggested && <Confidence column={column} />}
        {told.map((note) => (
          <Told key={note.code} {...note} />
        ))}
      </div>
    </li>
  );
}

/** How sure the suggestion is. */
function Confidence({ column }: { column: SourceColumn }) {
  const { say, locale } = useTexts();
  const percent = (share: number) => digits(Math.round(share * 100), locale);
  const { column_confidence: byName, value_confidence: byValue, restored_from_history: known } = column;
  return (
    <>
      {known ? say("imports.fromHistory") : say("imports.confidence", { percent: percent(Number(byName)) })}
      {column.unit && <div>{say("imports.headerUnit", { unit: column.unit })}</div>}
      {column.scale && <div>{say("imports.headerScale", { scale: digits(Number(column.scale), locale) })}</div>}
      {byValue !== null && <div>{say("imports.valueConfidence", { percent: percent(Number(byValue)) })}</div>}
    </>
  );
}
