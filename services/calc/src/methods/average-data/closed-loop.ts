import { create } from "@bufbuild/protobuf";
import type { Decimal } from "@emissions/proto/common/v1/decimal";
import { MaterialSelectorSchema, type Selector, SelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { parse, ZERO } from "@emissions/quantity/decimal";

/** The name of the part for the recycled share of a material. */
export const RECYCLED = "recycled";

/** True if a share was recorded, and it is not zero. */
export const hasRecycledShare = (share: Decimal | undefined): boolean =>
  share !== undefined && !parse(share.value).eq(ZERO);

/** Selects the closed-loop figure for the recycled share of a material. Null without such a share. */
export function closedLoopSelector(selector: Selector | undefined, share: Decimal | undefined): Selector | null {
  const kind = selector?.kind;
  if (kind?.case !== "material" || !hasRecycledShare(share)) return null;
  const value = create(MaterialSelectorSchema, { ...kind.value, recycled: true });
  return create(SelectorSchema, { kind: { case: "material", value } });
}
