import { useState } from "preact/hooks";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { go } from "../state/route.ts";
import { Choice } from "../ui/field.tsx";
import { Loaded } from "../ui/notices.tsx";
import { RefusedForm } from "../ui/refused-form.tsx";
import { Waiting } from "../ui/waiting.tsx";
import { violationsOf } from "../words/violations.ts";
import { type Choices, choiceOf, choicesOf, choose, isDay, missingColumns } from "./choices.ts";
import { ColumnChoice } from "./column.tsx";
import { CombineFields, MARKS_UNKNOWN, readingColumns } from "./combine.tsx";
import type { ChosenFile } from "./file.ts";
import { FillFields } from "./fill.tsx";
import {
  firstMapping,
  readSuggested,
  repeatedTargets,
  type StepProps,
  type Suggested,
  type ValueMappings,
} from "./read.ts";
import { SheetForm } from "./sheet.tsx";
import { readUnknown, validate } from "./validate.ts";

interface Props extends StepProps {
  chosen: ChosenFile | null;
  onBegun: (chosen: ChosenFile) => void;
  /** Keeps the value mappings of a saved mapping for the next step. */
  onValues: (values: ValueMappings) => void;
}

/** The columns of the file, with the columns of the template that they fill. */
export function MappingStep({ found, again, chosen, onBegun, onValues }: Props) {
  const { client } = useSignedIn();
  const { status } = found;
  const answer = useAnswer(`${status.import_id} ${status.status}`, (signal) => readSuggested(client, status, signal));
  return (
    <>
      {chosen && <SheetForm chosen={chosen} onBegun={onBegun} />}
      <Loaded answer={answer}>
        {(suggested) => <MappingForm found={found} again={again} suggested={suggested} onValues={onValues} />}
      </Loaded>
    </>
  );
}

type FormProps = StepProps & Pick<Props, "onValues"> & { suggested: Suggested };

function MappingForm({ found: { status, template }, again, suggested, onValues }: FormProps) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { working, error, run } = useAction();
  const { columns, saved } = suggested;
  const [savedName, setSavedName] = useState(suggested.savedName);
  const [value_mappings, setValueMappings] = useState(suggested.valueMappings);
  const isNew = status.mapping === null;
  const [choices, setChoices] = useState<Choices>(() => ({
    mapping: firstMapping(status, columns),
    fill: isNew ? suggested.fill : status.fill,
  }));
  const [combine, setCombine] = useState(() => (isNew ? suggested.combine : status.combine));
  const { mapping, fill } = choices;
  const proposed = suggested.combine ?? status.combine;
  const asksMarks = columns.some(({ notes }) => notes.some(({ code }) => code === MARKS_UNKNOWN));
  const readings = readingColumns(combine);
  const labels = new Map(template.columns.map(({ key, label }) => [key, label]));
  const repeated = repeatedTargets(mapping);
  // Combined rows have the days of their month.
  const targets = combine === null ? template.columns : template.columns.filter((column) => !isDay(column));
  const missing = missingColumns(targets, columns, choices);
  const refusals = violationsOf(
    error,
    targets.map(({ key }) => `fill.${key}.value`),
    say,
  );
  const isUnclear = combine !== null && asksMarks && combine.at.marks === null;
  const isEmpty = Object.keys(mapping).length + Object.keys(fill).length === 0;
  const isBlocked = repeated.length > 0 || isUnclear || isEmpty;
  const apply = (name: string) => {
    const one = saved.find((mapping) => mapping.name === name);
    if (one === undefined) return;
    setSavedName(name);
    setChoices(choicesOf(one, columns));
    setValueMappings(one.value_mappings);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBlocked) return;
    run(async () => {
      const body = { mapping, fill, combine, value_mappings };
      await client.call("saveImportMapping", { path: { import_id: status.import_id }, body });
      const unknown = await readUnknown(client, status.import_id, body);
      onValues(value_mappings);
      if (unknown.length === 0) await validate(client, status.import_id, body);
      go(["imports", status.import_id, ...(unknown.length === 0 ? [] : ["names"])]);
      again();
    });
  };
  if (working) return <Waiting text={say("imports.checking")} />;
  return (
    <form class="card form" onSubmit={submit}>
      <h2>{say("imports.columns")}</h2>
      <p>{savedName === null ? say("imports.columnsHint") : say("imports.savedMapping", { name: savedName })}</p>
      {saved.length > 0 && (
        <Choice
          label={say("imports.savedChoice")}
          name="saved"
          value={savedName ?? ""}
          options={[
            { value: "", text: say("imports.noConstant") },
            ...saved.map(({ name }) => ({ value: name, text: name })),
          ]}
          onChange={apply}
        />
      )}
      <ul class="mapping">
        {columns.map((column) => (
          <ColumnChoice
            key={column.source_column}
            column={column}
            choice={choiceOf(column.source_column, choices)}
            columns={targets}
            isRepeated={repeated.includes(mapping[column.source_column] ?? "")}
            isReading={readings.includes(column.source_column)}
            onChoice={(choice) => setChoices(choose(choices, column.source_column, choice))}
          />
        ))}
      </ul>
      {proposed && <CombineFields suggested={proposed} isAsked={asksMarks} combine={combine} onChange={setCombine} />}
      <FillFields
        targets={targets}
        mapping={mapping}
        missing={missing}
        fill={fill}
        refusals={refusals}
        onChange={(next) => setChoices({ mapping, fill: next })}
      />
      <div role="status">
        {missing.length > 0 && (
          <p class="notice">{say("imports.missing", { columns: missing.map(({ label }) => label).join(", ") })}</p>
        )}
        {repeated.length > 0 && (
          <p class="notice failure">
            {say("imports.repeated", { columns: repeated.map((key) => labels.get(key) ?? key).join(", ") })}
          </p>
        )}
        {isUnclear && <p class="notice failure">{say("imports.marks.missing")}</p>}
      </div>
      <RefusedForm error={error} others={refusals[""] ?? []} />
      <button type="submit" class="main" disabled={isBlocked}>
        {say("imports.check")}
      </button>
    </form>
  );
}
