import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import { Table } from "../ui/table.tsx";
import type { CoverageCounts } from "./totals.ts";

const COUNTS = ["calculated", "parts_missing", "without_factor", "failed", "waiting", "excluded"] as const;

/** The records behind the total, and how well their figures fit. */
export function Coverage({ coverage }: { coverage: CoverageCounts }) {
  const { say, locale } = useTexts();
  const count = (number: number | null) => (number === null ? "" : digits(number, locale));
  return (
    <div class="cards">
      <section class="card">
        <h2>{say("overview.coverage")}</h2>
        <Table
          caption={say("overview.coverage")}
          hidden
          columns={[{ title: say("overview.state") }, { title: say("overview.count"), number: true }]}
          rows={COUNTS.map((name) => ({ key: name, cells: [say(`coverage.${name}`), count(coverage[name])] }))}
        />
      </section>
      {coverage.marks.length > 0 && (
        <section class="card">
          <h2>{say("overview.marks")}</h2>
          <Table
            caption={say("overview.marks")}
            hidden
            columns={[
              { title: say("overview.mark") },
              { title: say("overview.count"), number: true },
              { title: say("overview.co2e"), number: true },
            ]}
            rows={coverage.marks.map(({ mark, records, co2e }) => ({
              key: mark,
              cells: [say(`mark.${mark}`), count(records), digits(co2e, locale)],
            }))}
          />
        </section>
      )}
    </div>
  );
}
