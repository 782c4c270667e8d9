import { create } from "@bufbuild/protobuf";
import type { Calculation } from "@emissions/proto/calc/v1/calculation_service";
import { LibraryService } from "@emissions/proto/factors/v1/library_service";
import { type Factor, type Publication, RecalculationOfferSchema } from "@emissions/proto/factors/v1/selection_service";
import type { Caller } from "../rest/call.ts";

const { lookUpEditions } = LibraryService.method;

type Published = Factor & { publication: Publication };

const isPublished = (factor: Factor | undefined): factor is Published => factor?.publication !== undefined;

/**
 * Names the editions of the figures of a result, and those that correct them. The result keeps what was known when it was
 * calculated; a correction comes later.
 */
export async function nameEditions(call: Caller, { factor, parts }: Calculation): Promise<void> {
  const factors = [factor, ...parts.map((part) => part.factor)].filter(isPublished);
  if (factors.length === 0) return;
  const figures = [...new Map(factors.map((each) => [keyOf(each), each])).values()];
  const { editions } = await call(lookUpEditions, {
    figures: figures.map(({ id, revision, publication }) => ({
      factorId: id,
      revision,
      editionId: publication.editionId ?? "",
    })),
  });
  const known = new Map(figures.map((figure, at) => [keyOf(figure), editions[at]!]));
  for (const each of factors) {
    const { editionId, supersededBy, changed } = known.get(keyOf(each))!;
    if (editionId !== "") each.publication.editionId = editionId;
    if (supersededBy !== "") each.publication.supersededBy = supersededBy;
    if (!changed) continue;
    each.publication.recalculation = create(RecalculationOfferSchema, {
      path: "/v2/recalculations",
      sources: [each.source],
    });
  }
}

const keyOf = ({ id, revision, publication }: Published) => `${id}/${revision} ${publication.editionId ?? ""}`;
