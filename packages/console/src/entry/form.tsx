import type { ImportColumn } from "@emissions/client/types";
import { useState } from "preact/hooks";
import { idsOf, type Kind } from "../records/kinds.ts";
import { useSignedIn, useTexts } from "../state/context.ts";
import { go } from "../state/route.ts";
import { RefusedForm } from "../ui/refused-form.tsx";
import { AmountFields } from "./amounts.tsx";
import type { Entries } from "./body.ts";
import type { EntryForm } from "./forms.ts";
import { ItemFields } from "./items.tsx";
import { createRecord } from "./save.ts";
import { useFields } from "./use-fields.tsx";

interface Props {
  form: EntryForm;
  kind: Kind;
  columns: readonly ImportColumn[];
}

/** The fields of a new record. Its explanation follows. */
export function RecordForm({ form, kind, columns: all }: Props) {
  const { say, announce } = useTexts();
  const { client } = useSignedIn();
  const [amount, setAmount] = useState(0);
  const fields = useFields(() => defaultsOf(all));
  const { amounts = [] } = form;
  const columns = all.filter(({ key }) => !form.leftOut.includes(key));
  const paired = amounts.flatMap((one) => one.fields);
  const unused = amounts.flatMap((one, at) => (at === amount ? [] : one.fields));
  const isShown = ({ key, required }: ImportColumn) => required || form.frequent.includes(key);
  const isItem = ({ key }: ImportColumn) => form.items !== undefined && key.startsWith(`${form.items}.`);
  const single = columns.filter((column) => !paired.includes(column.key) && !isItem(column));
  const others = single.filter((column) => !isShown(column));
  const sent = columns.filter(({ key }) => !unused.includes(key));
  const submit = (event: SubmitEvent) =>
    fields.submit(event, sent, async (body) => {
      const row = await createRecord(client, form, body);
      announce(say("ui.done"));
      go(["records", kind.name, ...idsOf(kind, row)]);
    });
  return (
    <form ref={fields.form} class="card form" onSubmit={submit}>
      <RefusedForm error={fields.error} others={fields.others} />
      <div class="cells">{single.filter(isShown).map((column) => fields.field(column))}</div>
      {amounts.length > 0 && (
        <AmountFields amounts={amounts} columns={columns} chosen={amount} onChoice={setAmount}>
          {(column) => fields.field(column, true)}
        </AmountFields>
      )}
      <ItemFields columns={columns.filter(isItem)} isRefused={fields.isRefused}>
        {(column) => fields.field(column)}
      </ItemFields>
      <details open={others.some(fields.isRefused)}>
        <summary>{say("entry.more")}</summary>
        <div class="cells">{others.map((column) => fields.field(column))}</div>
      </details>
      <button type="submit" class="main" aria-disabled={fields.working}>
        {say("entry.save")}
      </button>
    </form>
  );
}

const defaultsOf = (columns: readonly ImportColumn[]): Entries =>
  Object.fromEntries(
    columns.flatMap(({ key, type, default: text }) => (type !== "reference" && text ? [[key, { text }]] : [])),
  );
