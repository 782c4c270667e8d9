import { create, type DescMessage, type DescMethodUnary, type MessageShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { CalculationStatus, PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import {
  CalculationOutcome,
  CalculationService,
  GetCalculationResponseSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { type Route, route } from "../rest/route.ts";

const { getCalculation } = CalculationService.method;

interface Explained<O extends DescMessage> {
  /** Its one parameter is the id of the record. */
  http: `GET /${string}`;
  /** What the summary calls the record: "a purchase". */
  what: string;
  /** Its name in the description of the API, other than that of every such route. */
  operation?: string;
  entityType: EntityType;
  /** Reads the record by its `id`. */
  get: DescMethodUnary<DescMessage, O>;
  /** Where the calculation of the record that was read is. */
  status: (reply: MessageShape<O>) => CalculationStatus | undefined;
}

/** The route that explains the emissions of one kind of record. */
export const explanation = <O extends DescMessage>({ http, what, operation, entityType, get, status }: Explained<O>) =>
  route(
    getCalculation,
    {
      http,
      summary: `Explain the emissions of ${what}`,
      ...(operation !== undefined && { operation }),
      set: { entityType },
      returns: "calculation",
      sparse: ({ calculation }) => calculation?.status === CalculationOutcome.PENDING,
    },
    async (call, request) => {
      // First, so that a missing record and one of another organization look the same.
      const reply = await call(get, { id: request.id });
      if (status(reply) === CalculationStatus.PENDING) return pending(request);
      try {
        return await call(getCalculation, request);
      } catch (error) {
        if (error instanceof ConnectError && error.code === Code.NotFound) return pending(request);
        throw error;
      }
    },
  );

const pending = ({ id, entityType }: { id: string; entityType: EntityType }) =>
  create(GetCalculationResponseSchema, {
    calculation: { recordId: id, entityType, status: CalculationOutcome.PENDING },
  });

export const calculationRoutes: Route[] = [
  explanation({
    http: "GET /v1/purchases/{id}/calculation",
    what: "a purchase",
    entityType: EntityType.PURCHASES,
    get: PurchaseService.method.getPurchase,
    status: ({ purchase }) => purchase?.calculationStatus,
  }),
];
