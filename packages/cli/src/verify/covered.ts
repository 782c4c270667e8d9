import { daysProblems } from "./days.ts";
import type { Entry, Explanation } from "./explanation.ts";
import { equal, type Fraction, fraction, over, plus, sum, textOf, times, ZERO } from "./fraction.ts";

/** The category of figures that include other parts. Those count only for what certificates cover. */
const LIFE_CYCLE = "electricity_life_cycle";

const DAY_MS = 86_400_000;
const daysOf = ({ start_date, end_date }: Record<"start_date" | "end_date", string>): Fraction =>
  fraction(String((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS + 1));

const amountOf = ({ quantity }: Entry): Fraction => fraction(quantity.value);

/** Whether certificates cover a part of the record. */
export const hasCertificates = ({ input }: Explanation): boolean => (input.certificates ?? []).length > 0;

/** The part that the selector of the record prices has no name of its own in the input. */
const isMain = (entry: Entry, { input }: Explanation): boolean =>
  !entry.certificate && !input.further.some(({ part }) => part === entry.part);

/** The entries of the main part and of certificates, by the day on which their piece begins. */
function piecesOf(record: Explanation): Map<string, Entry[]> {
  const pieces = new Map<string, Entry[]>();
  for (const entry of record.parts) {
    if (!entry.certificate && !isMain(entry, record)) continue;
    const start = entry.start_date ?? "";
    pieces.set(start, [...(pieces.get(start) ?? []), entry]);
  }
  return pieces;
}

/**
 * The rest and the amounts of certificates sum to the recorded quantity, and in each year to its days. Each certificate
 * has its amount.
 */
export function coverageProblems(record: Explanation): string[] {
  const { input } = record;
  const pieces = [...piecesOf(record).values()];
  const problems = daysProblems(
    input,
    pieces.map(([first]) => ({ ...first!, allocation: null })),
  );
  const expect = (what: string, found: Fraction, wanted: Fraction) => {
    if (!equal(found, wanted)) problems.push(`${what} is ${textOf(found)}, not ${textOf(wanted)}`);
  };
  const whole = fraction(input.quantity.value);
  expect("the sum of the rest and of certificates", sum(pieces.flat().map(amountOf)), whole);
  const lastYear = input.end_date.slice(0, 4);
  for (const year of new Set(pieces.map(([first]) => first!.start_date!.slice(0, 4)))) {
    const ofYear = pieces.filter(([first]) => first!.start_date!.startsWith(year));
    const days = { start_date: ofYear[0]![0]!.start_date!, end_date: ofYear.at(-1)![0]!.end_date! };
    // The last year takes the exact rest. Several pieces of one year are rounded each.
    if (year !== lastYear && ofYear.length === 1)
      expect(
        `the amount of ${year}`,
        sum(ofYear.flat().map(amountOf)),
        over(times(whole, daysOf(days)), daysOf(input)),
      );
  }
  for (const { certificate_id, quantity } of input.certificates ?? []) {
    const own = pieces.flat().filter(({ certificate }) => certificate?.certificate_id === certificate_id);
    if (own.length === 0) problems.push(`certificate ${certificate_id} covers nothing`);
    if (quantity !== null)
      expect(`the amount of certificate ${certificate_id}`, sum(own.map(amountOf)), fraction(quantity));
  }
  return problems;
}

/** The amount of a part that a figure of the life cycle includes. The entries of the part do not have it. */
export function includedAmount(record: Explanation, part: readonly Entry[]): Fraction {
  const pieces = piecesOf(record);
  return part.reduce((total, entry) => {
    const piece = pieces.get(entry.start_date ?? "") ?? [];
    const covered = piece.filter(({ certificate }) => certificate);
    const main = piece.find((each) => isMain(each, record));
    const isReduced =
      main?.factor?.category === LIFE_CYCLE && covered.length > 0 && equal(sum(covered.map(amountOf)), amountOf(entry));
    return isReduced ? plus(total, amountOf(main)) : total;
  }, ZERO);
}
