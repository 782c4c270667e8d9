import type { CoveringCertificate } from "@emissions/proto/activity/v1/certificate";
import { type Decimal, parse, plain, ZERO } from "@emissions/quantity/decimal";
import type { PartInput } from "./part.ts";
import { type Days, type Share, splitByDays } from "./split.ts";

/** The limit of the certificates of a record. */
export const CERTIFICATES_MAX = 50;

/** Whether certificates cover a part of the record. Its pieces end at the turn of a year, because certificates do. */
export const isCovered = (parts: readonly PartInput[]): boolean =>
  parts.some(({ certificate }) => certificate !== null);

/** The shares of the parts in one piece, by their position. A part without a share is left out. */
type SharesOfPiece = Map<number, Share>;

/**
 * The shares of the main part, without what certificates cover, and of certificates, in each piece. The pieces of one
 * calendar year share each amount by days, and the last one takes the exact rest. So all of them sum to the recorded
 * quantity. Throws a RangeError if certificates cover more than there is.
 */
export function sharesWithCertificates(parts: readonly PartInput[], pieces: readonly Days[]): SharesOfPiece[] {
  const uncovered = splitByDays(quantityOf(parts[0]!), pieces);
  const shares: SharesOfPiece[] = uncovered.map((share) => new Map([[0, share]]));
  const years = Map.groupBy(pieces.keys(), (at) => yearOf(pieces[at]!));
  for (const [year, indexes] of years) {
    const covering = parts.filter(({ certificate }) => certificate !== null && yearOf(certificate) === year);
    if (covering.length === 0) continue;
    const whole = sum(indexes.map((at) => uncovered[at]!.value));
    const ofYear = indexes.map((at) => pieces[at]!);
    for (const [position, split] of splitYear(covering, whole, ofYear)) {
      for (const [inYear, at] of indexes.entries()) {
        if (split === null) shares[at]!.delete(position);
        else shares[at]!.set(position, split[inYear]!);
      }
    }
  }
  return shares;
}

/** The shares of the main part (null if nothing is left of it) and of the certificates in the pieces of one year. */
function splitYear(covering: readonly PartInput[], whole: Decimal, pieces: readonly Days[]) {
  const stated = covering.flatMap(({ certificate }) => statedOf(certificate!) ?? []);
  const rest = whole.minus(sum(stated));
  if (rest.isNegative() && !rest.isZero()) throw new RangeError("Certificates cover more than the record has.");
  const formula = [whole, ...stated].map(plain).join(" - ");
  const ofRest = splitByDays(rest, pieces, stated.length > 0 || pieces.length > 1 ? formula : null);
  const takesRest = stated.length < covering.length;
  const split = new Map<number, Share[] | null>([[0, takesRest || rest.isZero() ? null : ofRest]]);
  for (const { position, certificate } of covering) {
    const own = statedOf(certificate!);
    split.set(position, own === null ? ofRest : splitByDays(own, pieces));
  }
  return split;
}

const yearOf = ({ startDate }: { startDate: string }): string => startDate.slice(0, 4);

/** Null for the certificate that covers all that others leave. */
const statedOf = ({ quantity }: CoveringCertificate): Decimal | null =>
  quantity === undefined ? null : parse(quantity.value);

function quantityOf({ quantity }: PartInput): Decimal {
  if (quantity?.value === undefined) throw new RangeError("A quantity is missing.");
  return parse(quantity.value.value);
}

const sum = (all: readonly Decimal[]): Decimal => all.reduce((total, each) => total.plus(each), ZERO);
