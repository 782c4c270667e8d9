import { create } from "@bufbuild/protobuf";
import { serve } from "@emissions/kit/wire/services";
import { PurchaseSchema } from "@emissions/proto/activity/v1/purchase_service";
import {
  CalculationOutcome,
  CalculationPartSchema,
  CalculationSchema,
  CalculationService,
} from "@emissions/proto/calc/v1/calculation_service";
import { type Factor, FactorSchema, PublicationSchema } from "@emissions/proto/factors/v1/selection_service";
import { expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const PUBLICATION = { publisher: "DESNZ", document: "Conversion factors", row: "1", publishedOn: "2026" };

function published(editionId?: string, revision = 2): Factor {
  const factor = sample(FactorSchema, { source: "DESNZ 2026", revision });
  factor.publication = create(PublicationSchema, { ...PUBLICATION, ...(editionId !== undefined && { editionId }) });
  return factor;
}

it("an explanation names the edition of each figure, the one that corrects it, and how to calculate again", async () => {
  const factors = [
    published("desnz-2026-june"),
    published("desnz-2026-june", 1),
    published(),
    sample(FactorSchema),
    undefined,
  ];
  const parts = factors.map((factor) => ({ ...sample(CalculationPartSchema), ...(factor && { factor }) }));
  const status = CalculationOutcome.CALCULATED;
  const calculation = { ...sample(CalculationSchema), status, factor: factors[0]!, parts };
  const { app } = await gateway({
    samples: [sample(PurchaseSchema, { calculation_status: "calculated" })],
    handlers: [serve(CalculationService, { getCalculation: () => ({ calculation }) })],
  });
  const answer = await app.inject({ url: `/v1/purchases/${SAMPLE_ID}/calculation`, headers: as("viewer") });
  expect(answer.statusCode).toBe(200);
  const explained = answer.json();
  const corrected = {
    edition_id: "desnz-2026-june",
    superseded_by: "desnz-2026",
    recalculation: { path: "/v2/recalculations", sources: ["DESNZ 2026"] },
  };
  const unchanged = { ...corrected, recalculation: null };
  const current = { edition_id: "desnz-2026", superseded_by: null, recalculation: null };
  expect(explained.factor.publication).toMatchObject(corrected);
  const ofParts = explained.parts.map(({ factor }: { factor: { publication: object } | null }) => factor?.publication);
  expect(ofParts.slice(0, 3)).toMatchObject([corrected, unchanged, current]);
  expect(ofParts.slice(3)).toEqual([null, undefined]);
});
