import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import { Facts } from "../ui/table.tsx";
import { named } from "../words/words.ts";
import { CandidateTable } from "./candidates.tsx";
import { ConversionList } from "./conversions.tsx";
import { FactorFacts } from "./factor.tsx";
import { Marks } from "./marks.tsx";
import type { Finished, Part } from "./read.ts";

/** The steps of a record of one part, or of one of several parts. */
type Steps = Pick<
  Finished | Part,
  "formula" | "formula_with_numbers" | "method" | "factor" | "conversions" | "fitness" | "candidates" | "gwp_set"
>;

interface Props {
  steps: Steps;
  /** Absent for a record of one part. */
  part?: Part;
}

/** The calculation of one part: formula, conversions, factor, fitness, and the factors that were not chosen. */
export function PartCard({ steps, part }: Props) {
  const { say, locale } = useTexts();
  const amount = part && `${digits(part.quantity.value, locale)} ${part.quantity.unit}`;
  return (
    <section class="card">
      <h2>
        {part ? `${say("explain.part")}: ${part.part.replaceAll("_", " ")}` : say("explain.formula")}
        {part?.beside && ` (${say("explain.beside")})`}
      </h2>
      {part?.error_code && (
        <p class="notice">
          {named(say, "status", part.status)}: {part.error_detail} ({part.error_code})
        </p>
      )}
      <Facts
        facts={[
          [say("records.quantity"), amount],
          [say("explain.formula"), steps.formula && <p class="formula">{steps.formula}</p>],
          [
            say("explain.withNumbers"),
            steps.formula_with_numbers && <p class="formula">{steps.formula_with_numbers}</p>,
          ],
          [say("records.co2e"), part?.co2e && digits(part.co2e, locale)],
          [say("explain.method"), steps.method],
          [say("explain.gwp"), steps.gwp_set],
        ]}
      />
      <ConversionList conversions={steps.conversions} />
      <h3>{say("explain.factor")}</h3>
      {steps.factor ? <FactorFacts factor={steps.factor} /> : <p>{say("explain.noFactor")}</p>}
      {steps.fitness && <Marks fitness={steps.fitness} />}
      {steps.candidates.length > 1 && <CandidateTable candidates={steps.candidates} />}
    </section>
  );
}
