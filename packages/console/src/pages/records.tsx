import { formOf } from "../entry/forms.ts";
import { EntryPage } from "../entry/page.tsx";
import { ExplanationPage } from "../explanation/page.tsx";
import { FilterForm } from "../records/filters.tsx";
import { kindOf, kinds } from "../records/kinds.ts";
import { RecordList } from "../records/list.tsx";
import { type Filters, NO_FILTERS } from "../records/read.ts";
import { useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { go, hashOf, type Place } from "../state/route.ts";
import { Choice } from "../ui/field.tsx";
import { Page } from "../ui/page.tsx";

const filtersOf = ({ text = "", status = "", from = "", to = "", file = "" }: Place["query"]): Filters => ({
  text,
  status,
  from,
  to,
  file,
});

/** `#/records/wastes` lists, `#/records/wastes/new` creates, `#/records/wastes/<id>` explains. */
export function RecordsPage({ place: { path, query } }: { place: Place }) {
  const { say } = useTexts();
  const { edit, editPeople } = useRights();
  const kind = kindOf(path[1]);
  const form = formOf(kind.name);
  const ids = path.slice(2);
  if (ids[0] === "new") return <EntryPage kind={kind.name} />;
  if (ids.length > 0) return <ExplanationPage key={ids.join()} kind={kind} ids={ids} />;
  const filters = { ...NO_FILTERS, ...filtersOf(query) };
  const key = `${kind.name} ${JSON.stringify(filters)}`;
  return (
    <Page title={say("nav.records")} place={key}>
      <div class="filters">
        <Choice
          label={say("records.kind")}
          name="kind"
          value={kind.name}
          options={kinds.map(({ name }) => ({ value: name, text: say(`kind.${name}`) }))}
          onChange={(name) => go(["records", name])}
        />
        {form && (form.isPersonal ? editPeople : edit) && (
          <a class="button main" href={hashOf(["records", kind.name, "new"])}>
            {say(`entry.${form.kind}`)}
          </a>
        )}
      </div>
      <FilterForm key={key} kind={kind} filters={filters} />
      <RecordList key={`list ${key}`} kind={kind} filters={filters} />
    </Page>
  );
}
