import type { PartCalculation, PartInput } from "./part.ts";

/** True for the part of the recycled share of a material. */
export const isRecycled = ({ selector }: PartInput): boolean =>
  selector?.kind.case === "material" && selector.kind.value.recycled;

/** Without a closed-loop figure, the main part is scaled by the rest of the share and nothing is added. */
export function markScaledShare(parts: readonly PartCalculation[]): readonly PartCalculation[] {
  if (!parts.some(({ input, omitted }) => omitted && isRecycled(input))) return parts;
  return parts.map((part, index) => (index === 0 ? { ...part, recycledShareScaled: true } : part));
}
