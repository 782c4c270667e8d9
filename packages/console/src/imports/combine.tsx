import type { ImportCombine } from "@emissions/client/types";
import { useTexts } from "../state/context.ts";
import { Choice } from "../ui/field.tsx";

/** Targets that the days of combined rows fill. */
export const COMBINED_DAYS: readonly string[] = ["start_date", "end_date"];

interface Props {
  suggested: ImportCombine;
  combine: ImportCombine | null;
  onChange: (combine: ImportCombine | null) => void;
}

/** Whether the readings of each month become one record, and what their times mark if the file does not say it. */
export function CombineFields({ suggested, combine, onChange }: Props) {
  const { say } = useTexts();
  const { at } = suggested;
  const isAsked = combine !== null && at.marks === null;
  return (
    <fieldset>
      <legend>{say("imports.combine")}</legend>
      <label>
        <input
          type="checkbox"
          name="combine"
          checked={combine !== null}
          onChange={(event) => onChange(event.currentTarget.checked ? suggested : null)}
        />
        {say("imports.combineMonths")}
      </label>
      {isAsked && (
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
