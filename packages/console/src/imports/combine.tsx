import type { ImportCombine } from "@emissions/client/types";
import { useTexts } from "../state/context.ts";
import { Choice } from "../ui/field.tsx";

/** Columns of the file with the days, times and estimates of the readings. */
export const readingColumns = (combine: ImportCombine | null): readonly (string | null)[] =>
  combine ? [combine.at.column, combine.at.time_column, combine.estimated_column] : [];

/** The note of a column whose times may begin or end their intervals. Whole days need no answer. */
export const MARKS_UNKNOWN = "INTERVAL_MARKS_UNKNOWN";

interface Props {
  suggested: ImportCombine;
  /** Whether the file does not say what its times mark. */
  isAsked: boolean;
  combine: ImportCombine | null;
  onChange: (combine: ImportCombine | null) => void;
}

/** Whether the readings of each month become one record, and what their times mark if the file does not say it. */
export function CombineFields({ suggested, isAsked, combine, onChange }: Props) {
  const { say } = useTexts();
  const { at } = suggested;
  return (
    <fieldset>
      <legend>{say("imports.combine")}</legend>
      <label class="check">
        <input
          type="checkbox"
          name="combine"
          checked={combine !== null}
          onChange={(event) => onChange(event.currentTarget.checked ? suggested : null)}
        />
        {say("imports.combineMonths")}
      </label>
      {combine !== null && isAsked && (
        <Choice
          label={say("imports.marks", { column: at.time_column ?? at.column })}
          name="marks"
          value={combine.at.marks ?? ""}
          options={[
            { value: "", text: say("imports.marks.none") },
            { value: "start", text: say("imports.marks.start") },
            { value: "end", text: say("imports.marks.end") },
          ]}
          onChange={(marks) => onChange({ ...combine, at: { ...at, marks: marks === "" ? null : (marks as "start") } })}
        />
      )}
    </fieldset>
  );
}
