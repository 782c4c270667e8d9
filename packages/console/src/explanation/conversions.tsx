import { day } from "../format/dates.ts";
import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import type { Conversion } from "./read.ts";

/** The steps from the recorded unit to the unit of the factor, in their order. */
export function ConversionList({ conversions }: { conversions: readonly Conversion[] }) {
  const { say, locale } = useTexts();
  if (conversions.length === 0) return null;
  const shown = (value: string) => digits(value, locale);
  return (
    <>
      <h3>{say("explain.conversions")}</h3>
      <ol>
        {conversions.map(({ from_unit: from, to_unit: to, multiply_by, divide_by, exchange_rate: rate }, at) => (
          <li key={at}>
            {say("explain.convertStep", { from, to, multiply: shown(multiply_by), divide: shown(divide_by) })}
            {rate && (
              <>
                {". "}
                {say("explain.rate", {
                  date: day(rate.rate_date, locale),
                  rate: shown(rate.rate),
                  currency: rate.currency,
                  source: rate.source,
                })}
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
