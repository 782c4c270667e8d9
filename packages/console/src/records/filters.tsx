import { useTexts } from "../state/context.ts";
import { go, hashOf } from "../state/route.ts";
import { Choice, Field, fieldsOf } from "../ui/field.tsx";
import { named } from "../words/words.ts";
import type { Kind } from "./kinds.ts";
import type { Filters } from "./read.ts";

const TEXT_LENGTH_MAX = 100;

/** The filters that the list of the kind has. They are kept in the address. */
export function FilterForm({ kind, filters }: { kind: Kind; filters: Filters }) {
  const { say } = useTexts();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    go(["records", kind.name], fieldsOf(event.currentTarget as HTMLFormElement));
  };
  const statuses = kind.status.values.map((value) => ({ value, text: named(say, "status", value) }));
  const filtered = Object.values(filters).some((value) => value !== "");
  return (
    <form class="filters" onSubmit={submit}>
      {filters.file !== "" && (
        <>
          <input type="hidden" name="file" value={filters.file} />
          <p class="check">{say("records.ofFile")}</p>
        </>
      )}
      {kind.search && (
        <Field label={say("records.text")}>
          {(id) => <input id={id} name="text" type="search" maxLength={TEXT_LENGTH_MAX} defaultValue={filters.text} />}
        </Field>
      )}
      <Choice
        label={say("records.status")}
        name="status"
        value={filters.status}
        options={[{ value: "", text: say("all") }, ...statuses]}
      />
      {kind.range && (
        <>
          <Field label={say("records.from")}>
            {(id) => <input id={id} name="from" type="date" defaultValue={filters.from} />}
          </Field>
          <Field label={say("records.to")}>
            {(id) => <input id={id} name="to" type="date" defaultValue={filters.to} />}
          </Field>
        </>
      )}
      <button type="submit" class="main">
        {say("records.filter")}
      </button>
      {filtered && <a href={hashOf(["records", kind.name])}>{say("records.clear")}</a>}
    </form>
  );
}
