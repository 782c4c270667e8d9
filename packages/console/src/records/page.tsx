import { ExplanationPage } from "../explanation/page.tsx";
import { useTexts } from "../state/context.ts";
import { go, type Place } from "../state/route.ts";
import { Choice } from "../ui/field.tsx";
import { Page } from "../ui/page.tsx";
import { FilterForm } from "./filters.tsx";
import { kindOf, kinds } from "./kinds.ts";
import { RecordList } from "./list.tsx";
import { type Filters, NO_FILTERS } from "./read.ts";

const filtersOf = ({ text = "", status = "", from = "", to = "" }: Place["query"]): Filters => ({
  text,
  status,
  from,
  to,
});

/** `#/records/wastes` lists, `#/records/wastes/<id>` explains. */
export function RecordsPage({ place: { path, query } }: { place: Place }) {
  const { say } = useTexts();
  const kind = kindOf(path[1]);
  const ids = path.slice(2);
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
      </div>
      <FilterForm key={key} kind={kind} filters={filters} />
      <RecordList key={`list ${key}`} kind={kind} filters={filters} />
    </Page>
  );
}
