import { day, instant } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import { Facts } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import type { Finished } from "./read.ts";

/** The number, and the activity that it belongs to. */
export function ResultCard({ finished }: { finished: Finished }) {
  const { say, locale } = useTexts();
  const { input, co2e, status, biogenic_co2: biogenic } = finished;
  return (
    <section class="card">
      <h2>{say("explain.result")}</h2>
      {status === "failed" && (
        <p class="notice failure">
          {say("explain.failed")} {finished.error_detail} ({finished.error_code})
        </p>
      )}
      {co2e !== null && (
        <p class="headline">
          {digits(co2e, locale)} <small>{say("records.co2e")}</small>
        </p>
      )}
      <Facts
        facts={[
          [say("explain.input"), input.quantity && `${digits(input.quantity.value, locale)} ${input.quantity.unit}`],
          [say("overview.category"), named(say, "category", input.category)],
          [
            say("explain.period"),
            [...new Set([input.start_date, input.end_date])].map((one) => day(one, locale)).join(" – "),
          ],
          [say("explain.biogenic"), biogenic && `${digits(biogenic, locale)} kg`],
          [say("explain.rounding"), finished.rounding],
          [say("explain.revision"), String(finished.revision)],
          [say("explain.calculatedAt"), instant(finished.calculated_at, locale)],
        ]}
      />
    </section>
  );
}
