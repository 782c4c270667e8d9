import type { MaterialSelector } from "@emissions/proto/factors/v1/selection_service";
import type { Snapshot } from "../../catalogue/snapshot.ts";
import { plainText } from "../../plain-text.ts";
import { failure } from "../answer.ts";
import type { Lookup } from "./lookup.ts";

export function lookUpMaterial({ materials }: Snapshot, { productName, sector, country }: MaterialSelector): Lookup {
  const key = materials.get(plainText(productName)) ?? materials.get(plainText(sector));
  if (key === undefined)
    return failure(
      "FACTOR_NOT_FOUND",
      'Neither the product name nor the sector is a material of the library, such as "Paper and board: paper".',
    );
  return { steps: [{ category: "materials", scheme: "material", key, label: `material ${key}` }], country };
}
