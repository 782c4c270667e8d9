import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import { SectorEdition, SectorEditionSchema } from "@emissions/proto/factors/v1/sector_service";

/** The edition as a column; null if none is stated. */
export const editionText = (edition: SectorEdition): string | null =>
  edition === SectorEdition.UNSPECIFIED ? null : enumText(SectorEditionSchema, edition);

/** The first edition that is stated. */
export function editionOf(...stated: readonly (string | null | undefined)[]): SectorEdition | undefined {
  const first = stated.find((edition) => edition !== null && edition !== undefined);
  return first === undefined ? undefined : enumNumber(SectorEditionSchema, first);
}
