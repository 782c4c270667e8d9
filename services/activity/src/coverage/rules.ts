import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  CertificateTechnologySchema,
  CertificateTypeSchema,
  type CoveringCertificateSchema,
} from "@emissions/proto/activity/v1/certificate";
import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { Decimal, parse, plain, ZERO } from "@emissions/quantity/decimal";
import { daysIn } from "@emissions/quantity/period";
import { isOfMarket } from "./market.ts";

/** An amount is in MWh when multiplied and divided by these. */
export interface MwhRatio {
  multiplyBy: Decimal;
  divideBy: Decimal;
}

/** An invoice, as far as certificates can cover it. */
export interface Coverable {
  id: string;
  /** In `unitId`. */
  quantity: string;
  unitId: string;
  startDate: string;
  endDate: string;
}

/** A use of a certificate, with the fields of the certificate that the calculation needs. */
export interface CoveringMatch {
  id: string;
  certificateId: string;
  invoiceId: string;
  mwh: string;
  type: string;
  technology: string;
  country: string;
  productionStartDate: string;
  emissionRate: string | null;
}

/** Decimals of the MWh of matches. */
export const MWH_DECIMALS = 12;
/** Decimals of a covered amount in the unit of its invoice. Certificates never cover more than their MWh. */
const AMOUNT_DECIMALS = 18;
/** Digits of a share by days that is no plain number, rounded down. */
const SHARE_DIGITS = 30;

const ENERGY = "energy";

/** Null for a unit that is no unit of energy. */
export function mwhRatio(unit: string, units: ReadonlyMap<string, UnitDetail>): MwhRatio | null {
  const [from, to] = [units.get(unit), units.get(unitId("MWh"))];
  if (from?.dimension !== ENERGY || !from.numerator || !to?.numerator) return null;
  const ratio = (numerator: UnitDetail, denominator: UnitDetail) =>
    parse(numerator.numerator!.value).times(parse(denominator.denominator!.value));
  return { multiplyBy: ratio(from, to), divideBy: ratio(to, from) };
}

export const yearOf = (day: string): number => Number(day.slice(0, 4));

/** The days of an invoice in a calendar year; null if it has none. */
export function daysInYear({ startDate, endDate }: Pick<Coverable, "startDate" | "endDate">, year: number) {
  const [first, last] = [`${String(year).padStart(4, "0")}-01-01`, `${String(year).padStart(4, "0")}-12-31`];
  const days = { startDate: startDate > first ? startDate : first, endDate: endDate < last ? endDate : last };
  return days.startDate <= days.endDate ? days : null;
}

/** MWh of the days of an invoice in a year, rounded up, so that its whole amount is paid for. Zero if it has none. */
export function mwhInYear(invoice: Coverable, year: number, { multiplyBy, divideBy }: MwhRatio): Decimal {
  const days = daysInYear(invoice, year);
  if (days === null) return ZERO;
  const mwh = shareByDays(invoice, days).times(multiplyBy).div(divideBy);
  return mwh.toDecimalPlaces(MWH_DECIMALS, Decimal.ROUND_UP);
}

function shareByDays({ quantity, startDate, endDate }: Coverable, days: Pick<Coverable, "startDate" | "endDate">) {
  const whole = parse(quantity);
  const [own, all] = [daysIn(days.startDate, days.endDate), daysIn(startDate, endDate)];
  if (own === all) return whole;
  return whole.times(own).div(all).toSignificantDigits(SHARE_DIGITS, Decimal.ROUND_DOWN);
}

/**
 * The certificates of an invoice for its calculation, in the order of its matches. Where they cover all of a year, the
 * last one takes the exact rest.
 */
export function toCovering(
  invoice: Coverable,
  matches: readonly CoveringMatch[],
  ratio: MwhRatio | null,
): MessageInitShape<typeof CoveringCertificateSchema>[] {
  if (ratio === null) return [];
  const years = Map.groupBy(matches, ({ productionStartDate }) => yearOf(productionStartDate));
  return [...years].flatMap(([year, ofYear]) => {
    const days = daysInYear(invoice, year);
    if (days === null) return [];
    const isWhole = sumOf(ofYear).gte(mwhInYear(invoice, year, ratio));
    return ofYear.map((match, at) => ({
      ...coveringOf(match, year, ratio),
      ...days,
      ...((!isWhole || at < ofYear.length - 1) && { quantity: { value: amountOf(match, ratio) } }),
    }));
  });
}

const coveringOf = (match: CoveringMatch, year: number, { multiplyBy, divideBy }: MwhRatio) => ({
  certificateId: match.certificateId,
  type: enumNumber(CertificateTypeSchema, match.type),
  technology: enumNumber(CertificateTechnologySchema, match.technology),
  country: match.country,
  year,
  mwh: { value: plain(parse(match.mwh)) },
  ...(match.emissionRate !== null && { emissionRate: { value: plain(parse(match.emissionRate)) } }),
  multiplyBy: { value: plain(multiplyBy) },
  divideBy: { value: plain(divideBy) },
});

/** The MWh of a match in the unit of its invoice. */
const amountOf = ({ mwh }: CoveringMatch, { multiplyBy, divideBy }: MwhRatio): string =>
  plain(parse(mwh).times(divideBy).div(multiplyBy).toDecimalPlaces(AMOUNT_DECIMALS, Decimal.ROUND_DOWN));

export const sumOf = (matches: readonly Pick<CoveringMatch, "mwh">[]): Decimal =>
  matches.reduce((sum, { mwh }) => sum.plus(mwh), ZERO);

/**
 * The matches of an invoice after a change of it: null for one that ends. Later matches shrink before earlier ones. A
 * change of the market, of the year or to a unit that is none of energy ends a match.
 */
export function fitMatches(
  invoice: Coverable,
  matches: readonly CoveringMatch[],
  { country, ratio }: { country: string; ratio: MwhRatio | null },
): ReadonlyMap<CoveringMatch, Decimal | null> {
  const left = new Map<number, Decimal>();
  const kept = matches.map((match): [CoveringMatch, Decimal | null] => {
    if (ratio === null || !isOfMarket(match, country)) return [match, null];
    const year = yearOf(match.productionStartDate);
    const free = left.get(year) ?? mwhInYear(invoice, year, ratio);
    const mwh = Decimal.min(free, match.mwh);
    left.set(year, free.minus(mwh));
    return [match, mwh.isZero() ? null : mwh];
  });
  return new Map(kept);
}
