import { BarChart } from "../charts/bar-chart.tsx";
import { month } from "../format/dates.ts";
import { digits, rounded } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import { Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import type { CategoryItem, MonthItem, ScopeItem } from "./totals.ts";

/** Digits after the point of the headline; all digits stand below it. */
const HEADLINE_PLACES = 3;

export function Total({ total }: { total: string }) {
  const { say, locale } = useTexts();
  const short = rounded(total, HEADLINE_PLACES);
  return (
    <section class="card total">
      <h2>{say("overview.total")}</h2>
      <p class="headline">
        {digits(short, locale)} <small>{say("overview.co2e")}</small>
      </p>
      {short !== total && <p class="exact">{say("overview.exact", { digits: digits(total, locale) })}</p>}
    </section>
  );
}

export function ByScope({ items }: { items: readonly ScopeItem[] }) {
  const { say } = useTexts();
  const groups = items.map(({ scope, co2e }) => ({ name: say("scopeName", { scope }), co2e }));
  return <Group title={say("overview.byScope")} first={say("overview.scope")} groups={groups} />;
}

export function ByCategory({ items }: { items: readonly CategoryItem[] }) {
  const { say } = useTexts();
  const groups = items.map(({ scope, category, co2e }) => ({
    name: `${named(say, "category", category)} (${say("scopeName", { scope })})`,
    co2e,
  }));
  return <Group title={say("overview.byCategory")} first={say("overview.category")} groups={groups} across />;
}

export function ByMonth({ items }: { items: readonly MonthItem[] }) {
  const { say, locale } = useTexts();
  const groups = items.map((item) => ({ name: month(item.year, item.month, locale), co2e: item.co2e }));
  return <Group title={say("overview.byMonth")} first={say("overview.month")} groups={groups} wide />;
}

interface GroupProps {
  title: string;
  /** Title of the first column. */
  first: string;
  groups: readonly { name: string; co2e: string }[];
  across?: boolean;
  /** Takes the whole row of cards. */
  wide?: boolean;
}

/** A chart, and a table with the same numbers and all their digits. */
function Group({ title, first, groups, across = false, wide = false }: GroupProps) {
  const { say, locale } = useTexts();
  const bars = groups.map(({ name, co2e }) => ({ name, value: co2e, text: `${digits(co2e, locale)} t CO2e` }));
  return (
    <section class={wide ? "card wide" : "card"}>
      <h2>{title}</h2>
      <BarChart label={say("overview.chart", { title })} bars={bars} across={across} />
      <Table
        caption={title}
        hidden
        columns={[{ title: first }, { title: say("overview.co2e"), number: true }]}
        rows={groups.map(({ name, co2e }) => ({ key: name, cells: [name, digits(co2e, locale)] }))}
      />
    </section>
  );
}
