import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import { Table } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import type { Impact } from "./read.ts";

/** The contributions of the record to the totals, by gas. */
export function ImpactTable({ impacts }: { impacts: readonly Impact[] }) {
  const { say, locale } = useTexts();
  const kg = (value: string | null) => (value === null ? "–" : digits(value, locale));
  return (
    <section class="card">
      <h2>{say("explain.impacts")}</h2>
      <Table
        caption={`${say("explain.impacts")}: ${say("explain.kilograms")}`}
        columns={[
          { title: say("explain.part") },
          { title: say("overview.scope") },
          { title: say("overview.category") },
          ...["CO2e", "CO2", "CH4", "N2O"].map((title) => ({ title, number: true })),
        ]}
        rows={impacts.map((impact, at) => ({
          key: String(at),
          cells: [
            `${impact.part.replaceAll("_", " ")}${impact.beside ? ` (${say("explain.beside")})` : ""}`,
            say("scopeName", { scope: impact.scope }),
            named(say, "category", impact.category),
            ...[impact.co2e, impact.co2, impact.ch4, impact.n2o].map(kg),
          ],
        }))}
      />
    </section>
  );
}
