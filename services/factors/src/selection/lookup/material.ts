import type { MaterialSelector } from "@emissions/proto/factors/v1/selection_service";
import type { Snapshot } from "../../catalogue/snapshot.ts";
import { plainText } from "../../plain-text.ts";
import { failure } from "../answer.ts";
import type { Lookup } from "./lookup.ts";

const CLOSED_LOOP = "-closed-loop";
/** Keys of materials that are recycled or used again as a whole. */
const NOT_PRIMARY = /-(?:closed-loop|re-used)$/;

export function lookUpMaterial(
  { materials }: Pick<Snapshot, "materials">,
  { productName, sector, country, recycled }: MaterialSelector,
): Lookup {
  const named = materials.get(plainText(productName)) ?? materials.get(plainText(sector));
  if (named === undefined)
    return failure(
      "FACTOR_NOT_FOUND",
      'Neither the product name nor the sector is a material of the library, such as "Paper and board: paper".',
    );
  const key = recycled && !NOT_PRIMARY.test(named) ? materials.get(named + CLOSED_LOOP) : named;
  if (key === undefined) return failure("FACTOR_NOT_FOUND", `No closed-loop figure of ${named} is published.`);
  return { steps: [{ category: "materials", scheme: "material", key, label: `material ${key}` }], country };
}
