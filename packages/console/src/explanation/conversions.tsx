import { day } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import type { Say } from "../words/words.ts";
import type { Conversion } from "./read.ts";

/** The steps from the recorded unit to the unit of the factor, in their order. */
export function ConversionList({ conversions }: { conversions: readonly Conversion[] }) {
  const { say, locale } = useTexts();
  if (conversions.length === 0) return null;
  return (
    <>
      <h3>{say("explain.conversions")}</h3>
      <ol>
        {conversions.map((step, at) => (
          <li key={at}>{sentencesOf(step, say, locale).join(". ")}</li>
        ))}
      </ol>
    </>
  );
}

function sentencesOf(step: Conversion, say: Say, locale: string): string[] {
  const { from_unit: from, to_unit: to, exchange_rate: rate, price_index: prices } = step;
  const numbers = { multiply: digits(step.multiply_by, locale), divide: digits(step.divide_by, locale) };
  if (prices) {
    const years = { from: prices.from_year, to: prices.to_year };
    return [say("explain.prices", { ...years, ...numbers }), prices.source];
  }
  const sentence = say("explain.convertStep", { from, to, ...numbers });
  if (!rate) return [sentence];
  const { currency, source } = rate;
  const values = { date: day(rate.rate_date, locale), rate: digits(rate.rate, locale), currency, source };
  return [sentence, say("explain.rate", values)];
}
