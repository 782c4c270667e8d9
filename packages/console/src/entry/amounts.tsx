import type { ImportColumn } from "@emissions/client/types";
import type { ComponentChildren } from "preact";
import { useTexts } from "../state/context.ts";
import type { EntryForm } from "./forms.ts";

interface Props {
  amounts: NonNullable<EntryForm["amounts"]>;
  columns: readonly ImportColumn[];
  chosen: number;
  onChoice: (at: number) => void;
  children: (column: ImportColumn) => ComponentChildren;
}

/** The choice between two kinds of amounts, and the fields of the chosen one. */
export function AmountFields({ amounts, columns, chosen, onChoice, children }: Props) {
  const { say } = useTexts();
  const columnOf = (key: string) => columns.find((column) => column.key === key)!;
  return (
    <fieldset>
      <legend>{say("entry.amount")}</legend>
      {amounts.map(({ word }, at) => (
        <label key={word} class="check">
          <input type="radio" name="amount" checked={at === chosen} onChange={() => onChoice(at)} />
          {say(word)}
        </label>
      ))}
      <div class="cells">{amounts[chosen]!.fields.map((key) => children(columnOf(key)))}</div>
    </fieldset>
  );
}
