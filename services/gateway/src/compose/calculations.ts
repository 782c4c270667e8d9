import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { CalculationStatus, PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import {
  CalculationOutcome,
  CalculationService,
  GetCalculationResponseSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { route } from "../rest/route.ts";

const { getCalculation } = CalculationService.method;
const { getPurchase } = PurchaseService.method;

const pending = (recordId: string) =>
  create(GetCalculationResponseSchema, {
    calculation: { recordId, entityType: EntityType.PURCHASES, status: CalculationOutcome.PENDING },
  });

export const calculationRoutes = [
  route(
    getCalculation,
    {
      http: "GET /v1/purchases/{id}/calculation",
      summary: "Explain the emissions of a purchase",
      set: { entityType: EntityType.PURCHASES },
      returns: "calculation",
      sparse: ({ calculation }) => calculation?.status === CalculationOutcome.PENDING,
    },
    async (call, request) => {
      // First, so that a missing purchase and one of another organization look the same.
      const { purchase } = await call(getPurchase, { id: request.id });
      if (purchase?.calculationStatus === CalculationStatus.PENDING) return pending(request.id);
      try {
        return await call(getCalculation, request);
      } catch (error) {
        if (error instanceof ConnectError && error.code === Code.NotFound) return pending(request.id);
        throw error;
      }
    },
  ),
];
