import { parse, plain } from "@emissions/quantity/decimal";
import { calculatePart, type Failure, failedPart, type PartCalculation } from "./part.ts";

/** Parts that the figure of the main part includes, by the category of that figure. They would count twice. */
interface Inclusion {
  includes(part: PartCalculation): boolean;
  why: Failure;
}

const lookedUpIn = ({ input: { selector } }: PartCalculation): string =>
  selector?.kind.case === "library" ? selector.kind.value.category : "";

const INCLUSIONS: ReadonlyMap<string, Inclusion> = new Map([
  [
    "electricity_life_cycle",
    {
      includes: (part) => part.input.optional && lookedUpIn(part).endsWith("_upstream"),
      why: { code: "IN_LIFE_CYCLE_FIGURE", detail: "The figure of the main part is of the whole life cycle." },
    },
  ],
  // DESNZ and EPA count collection and transport in their figures of waste. A custom factor is of the treatment alone.
  [
    "waste",
    {
      includes: (part) => lookedUpIn(part) === "freight",
      why: {
        code: "IN_TREATMENT_FIGURE",
        detail: "The published figure of the treatment includes collection and transport.",
      },
    },
  ],
]);

/** From the factors service: the figure of the grid is per used kWh, so it includes the losses. */
const IN_GRID_FIGURE = "IN_GRID_FIGURE";

/** From the factors service: the figure of the exhaust of a vehicle has all gases. */
const IN_EXHAUST_FIGURE = "IN_EXHAUST_FIGURE";

const CODES: ReadonlySet<string> = new Set([
  ...[...INCLUSIONS.values()].map(({ why }) => why.code),
  IN_GRID_FIGURE,
  IN_EXHAUST_FIGURE,
]);

/** Whether a part has no emissions because another figure of the record includes it. */
export const isIncluded = ({ failure }: PartCalculation): boolean => failure !== null && CODES.has(failure.code);

/** Omits the parts that the figure of the main part includes; the explanation shows them with the reason. */
export function omitIncludedParts(parts: readonly PartCalculation[]): readonly PartCalculation[] {
  const inclusion = INCLUSIONS.get(parts[0]?.resolved?.answer.factor?.category ?? "");
  if (inclusion === undefined) return parts;
  const covered = parts.filter(({ input }) => input.certificate !== null);
  return parts.map((part, at) => {
    if (at === 0 || !inclusion.includes(part)) return part;
    if (covered.length > 0) return ofAmounts(part, covered);
    return { ...failedPart(part.input, part.resolved, inclusion.why), omitted: true };
  });
}

/** Figures of certificates do not include other parts, so these count for the amounts that certificates cover. */
function ofAmounts({ input, resolved }: PartCalculation, covered: readonly PartCalculation[]): PartCalculation {
  const amounts = covered.map((part) => parse(part.input.quantity!.value!.value));
  const value = plain(amounts.reduce((total, amount) => total.plus(amount)));
  const quantity = { ...input.quantity!, value: { ...input.quantity!.value!, value } };
  return calculatePart({ ...input, quantity, allocation: amounts.map(plain).join(" + ") }, resolved);
}
