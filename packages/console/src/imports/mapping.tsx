import type { ImportColumn } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { digits } from "../format/digits.ts";
import { useAction } from "../state/action.ts";
import { useAnswer } from "../state/answer.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { go } from "../state/route.ts";
import { Choice } from "../ui/field.tsx";
import { Failure, Loaded } from "../ui/notices.tsx";
import { Waiting } from "../ui/waiting.tsx";
import { COMBINED_DAYS, CombineFields } from "./combine.tsx";
import type { ChosenFile } from "./file.ts";
import { FillFields } from "./fill.tsx";
import {
  type Fill,
  firstMapping,
  type Mapping,
  readSuggested,
  repeatedTargets,
  type SourceColumn,
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
  const { columns, savedName, valueMappings: value_mappings } = suggested;
  const [mapping, setMapping] = useState<Mapping>(() => firstMapping(status, columns));
  const [fill, setFill] = useState<Fill>(() => (status.mapping === null ? suggested.fill : status.fill));
  const [combine, setCombine] = useState(() => (status.mapping === null ? suggested.combine : status.combine));
  const proposed = suggested.combine ?? status.combine;
  const labels = new Map(template.columns.map(({ key, label }) => [key, label]));
  const labelOf = (key: string) => labels.get(key) ?? key;
  const repeated = repeatedTargets(mapping);
  const filled = new Set([...Object.values(mapping), ...Object.keys(fill)]);
  const toFill =
    combine === null ? template.columns : template.columns.filter(({ key }) => !COMBINED_DAYS.includes(key));
  const missing = toFill.filter(({ key, required }) => required && !filled.has(key));
  const choose = (source: string, target: string) => {
    const { [source]: _, ...others } = mapping;
    setMapping(target === "" ? others : { ...others, [source]: target });
    // A target is filled once.
    setFill(Object.fromEntries(Object.entries(fill).filter(([key]) => key !== target)));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (repeated.length > 0 || filled.size === 0) return;
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
      <ul class="mapping">
        {columns.map((column) => (
          <ColumnChoice
            key={column.source_column}
            column={column}
            target={mapping[column.source_column] ?? ""}
            columns={template.columns}
            repeated={repeated}
            onChoice={(target) => choose(column.source_column, target)}
          />
        ))}
      </ul>
      {proposed && <CombineFields suggested={proposed} combine={combine} onChange={setCombine} />}
      <FillFields columns={toFill} mapping={mapping} fill={fill} onChange={setFill} />
      <div role="status">
        {missing.length > 0 && (
          <p class="notice">{say("imports.missing", { columns: missing.map(({ label }) => label).join(", ") })}</p>
        )}
        {repeated.length > 0 && (
          <p class="notice failure">{say("imports.repeated", { columns: repeated.map(labelOf).join(", ") })}</p>
        )}
      </div>
      {error !== null && <Failure error={error} />}
      <button type="submit" class="main" disabled={repeated.length > 0 || filled.size === 0}>
        {say("imports.check")}
      </button>
    </form>
  );
}

interface ColumnProps {
  column: SourceColumn;
  target: string;
  columns: readonly ImportColumn[];
  repeated: readonly string[];
  onChoice: (target: string) => void;
}

function ColumnChoice({ column, target, columns, repeated, onChoice }: ColumnProps) {
  const { say } = useTexts();
  const required = (one: ImportColumn) => (one.required ? ` (${say("required")})` : "");
  const options = columns.map((one) => ({ value: one.key, text: `${one.label}${required(one)}` }));
  const description = columns.find(({ key }) => key === target)?.description;
  return (
    <li class={repeated.includes(target) ? "wrong" : ""}>
      <div>
        <strong>{column.source_column}</strong>
        {column.samples.length > 0 && <div class="muted">{column.samples.join(" · ")}</div>}
      </div>
      <div>
        <Choice
          label={say("imports.target", { column: column.source_column })}
          name={column.source_column}
          value={target}
          options={[{ value: "", text: say("imports.notImported") }, ...options]}
          onChange={onChoice}
        />
        {description && <div class="muted">{description}</div>}
      </div>
      {column.notes.map(({ code, message }) => (
        <div key={code} class="notice">
          {message}
        </div>
      ))}
      <div class="muted">{target !== "" && target === column.target_column && <Confidence column={column} />}</div>
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
