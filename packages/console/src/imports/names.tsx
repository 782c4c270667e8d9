import type { ImportColumn, ImportOption, ImportValue } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { lookupOf, searchEntries } from "../entry/lookup.ts";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { go, hashOf } from "../state/route.ts";
import { Choice } from "../ui/field.tsx";
import { FormField } from "../ui/form-field.tsx";
import { LookupInput } from "../ui/lookup-input.tsx";
import { Failure, Loaded } from "../ui/notices.tsx";
import { Waiting } from "../ui/waiting.tsx";
import type { StepProps, ValueMappings } from "./read.ts";
import { readUnknown, type UnknownTexts, validate } from "./validate.ts";

/** Texts of a column that a person can choose an entry for. More are better corrected in the file. */
const TEXTS_MAX = 100;

/** The texts of the file that name no entry, with the entries whose names are near. */
export function NamesStep({ found, again, values, onValues }: Props) {
  const { client } = useSignedIn();
  const { import_id, mapping, fill, combine } = found.status;
  const answer = useAnswer(import_id, (signal) =>
    readUnknown(client, import_id, { mapping: mapping ?? {}, fill, combine }, signal),
  );
  return <Loaded answer={answer}>{(columns) => <NamesForm {...{ found, again, values, onValues, columns }} />}</Loaded>;
}

interface Props extends StepProps {
  /** Those of the saved mapping. */
  values: ValueMappings;
  onValues: (values: ValueMappings) => void;
}

type FormProps = Props & { columns: readonly UnknownTexts[] };

function NamesForm({ found: { status, template }, again, values, onValues, columns }: FormProps) {
  const { say } = useTexts();
  const { client } = useSignedIn();
  const { working, error, run } = useAction();
  const [chosen, setChosen] = useState<ValueMappings>(values);
  const columnOf = (key: string) => template.columns.find((column) => column.key === key);
  const choose = (column: string, raw: string, value: string) => {
    setChosen((present) => {
      const { [raw]: _, ...others } = present[column] ?? {};
      return { ...present, [column]: value === "" ? others : { ...others, [raw]: value } };
    });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await validate(client, status.import_id, {
        mapping: status.mapping ?? {},
        fill: status.fill,
        combine: status.combine,
        value_mappings: chosen,
      });
      onValues(chosen);
      go(["imports", status.import_id]);
      again();
    });
  };
  if (working) return <Waiting text={say("imports.checking")} />;
  return (
    <form class="card form" onSubmit={submit}>
      <h2>{say("imports.names")}</h2>
      <p>{say(columns.length === 0 ? "imports.namesKnown" : "imports.namesHint")}</p>
      {columns.map((column) => (
        <fieldset key={column.column_key}>
          <legend>{columnOf(column.column_key)?.label ?? column.column_key}</legend>
          <ul class="mapping">
            {column.values.slice(0, TEXTS_MAX).map((value) => (
              <NameChoice
                key={value.raw}
                column={columnOf(column.column_key)}
                options={optionsOf(value, columnOf(column.column_key))}
                raw={value.raw}
                onChoice={(entry) => choose(column.column_key, value.raw, entry)}
              />
            ))}
          </ul>
          {column.values.length > TEXTS_MAX && (
            <p class="muted">{say("imports.moreNames", { count: column.values.length - TEXTS_MAX })}</p>
          )}
        </fieldset>
      ))}
      {error !== null && <Failure error={error} />}
      <div class="buttons">
        <button type="submit" class="main">
          {say("imports.check")}
        </button>
        <a href={hashOf(["imports", status.import_id, "columns"])}>{say("imports.changeColumns")}</a>
      </div>
    </form>
  );
}

/** The entries with near names, or all values of a closed list. */
const optionsOf = ({ near }: ImportValue, column: ImportColumn | undefined): readonly ImportOption[] =>
  column && column.options.length > 0 ? column.options : near;

interface NameProps {
  column: ImportColumn | undefined;
  raw: string;
  options: readonly ImportOption[];
  onChoice: (entry: string) => void;
}

/** The choice between near entries, or the search among all. */
function NameChoice({ column, raw, options, onChoice }: NameProps) {
  const { say } = useTexts();
  const [chosen, setChosen] = useState("");
  const choose = (entry: string) => {
    setChosen(entry);
    onChoice(entry);
  };
  const label = say("imports.entryFor", { text: raw });
  const lookup = column && column.type === "reference" ? lookupOf(column) : undefined;
  return (
    <li>
      <strong>{raw}</strong>
      {options.length > 0 ? (
        <Choice
          label={label}
          name={raw}
          value={chosen}
          options={[
            { value: "", text: say("imports.asInFile") },
            ...options.map(({ value, label: text }) => ({ value, text })),
          ]}
          onChange={choose}
        />
      ) : lookup !== undefined ? (
        <EntrySearch label={label} lookup={lookup} onChoice={onChoice} />
      ) : (
        <span class="muted">{say("imports.noneNear")}</span>
      )}
    </li>
  );
}

function EntrySearch({
  label,
  lookup,
  onChoice,
}: {
  label: string;
  lookup: string;
  onChoice: (entry: string) => void;
}) {
  const { say, language } = useTexts();
  const { client } = useSignedIn();
  const [text, setText] = useState("");
  return (
    <FormField label={label} hint={say("imports.noneNear")}>
      {(control) => (
        <LookupInput
          control={control}
          text={text}
          search={(wanted, signal) => searchEntries(lookup, { client, text: wanted, language, signal })}
          onChange={(next, value) => {
            setText(next);
            onChoice(value ?? "");
          }}
        />
      )}
    </FormField>
  );
}
