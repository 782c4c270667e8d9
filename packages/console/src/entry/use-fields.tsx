import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { decimalSign } from "../format/decimals.ts";
import { useAction } from "../state/action.ts";
import { useTexts } from "../state/context.ts";
import { violationsOf } from "../words/violations.ts";
import { bodyOf, type Column, type Entered, type Entries, type Faults } from "./body.ts";
import { EntryField } from "./field.tsx";

export interface Fields {
  form: RefObject<HTMLFormElement | null>;
  entries: Entries;
  working: boolean;
  error: unknown;
  /** Refusals that belong to no field. */
  others: readonly string[];
  field: (column: Column, required?: boolean) => ComponentChildren;
  isRefused: (column: Column) => boolean;
  /** Sends the columns when all fields can be read. */
  submit: (event: SubmitEvent, columns: readonly Column[], send: (body: Body) => Promise<void>) => void;
}

export type Body = Readonly<Record<string, unknown>>;

/** The fields of a form. A refusal stands beside its field, and the first one gets the focus. */
export function useFields(initial: () => Entries): Fields {
  const { say, locale } = useTexts();
  const { working, error, run } = useAction();
  const [entries, setEntries] = useState<Entries>(initial);
  const [faults, setFaults] = useState<Faults>({});
  const [tries, setTries] = useState(0);
  const [sent, setSent] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const refusals = violationsOf(error, sent, say);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [error, tries]);
  const write = (key: string, entered: Entered) => {
    // A search may answer after other fields have changed.
    setEntries((present) => ({ ...present, [key]: entered }));
    setFaults(({ [key]: _, ...others }) => others);
  };
  const reasonsOf = ({ key }: Column) =>
    faults[key] ? [say(faults[key], { sign: decimalSign(locale) })] : (refusals[key] ?? []);
  return {
    form,
    entries,
    working,
    error,
    others: refusals[""] ?? [],
    isRefused: (column) => reasonsOf(column).length > 0,
    field: (column, required = column.required) => (
      <EntryField
        key={column.key}
        column={column}
        required={required}
        entered={entries[column.key] ?? { text: "" }}
        errors={reasonsOf(column)}
        onChange={(entered) => write(column.key, entered)}
      />
    ),
    submit: (event, columns, send) => {
      event.preventDefault();
      const { body, faults: found } = bodyOf(columns, entries, locale);
      setFaults(found);
      setTries(tries + 1);
      setSent(columns.map(({ key }) => key));
      if (Object.keys(found).length === 0) run(() => send(body));
    },
  };
}
