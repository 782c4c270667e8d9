import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { CalculationStatus } from "@emissions/proto/activity/v1/record";
import type { EntityType } from "@emissions/proto/activity/v1/record_events";
import {
  CalculationOutcome,
  CalculationSchema,
  CalculationService,
  GetCalculationResponseSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { z } from "zod";
import type { Caller } from "../rest/call.ts";
import { instant } from "../rest/fields.ts";
import { route } from "../rest/route.ts";
import type { Forms, Role } from "../rest/route-spec.ts";
import { nameEditions } from "./editions.ts";

const { getCalculation } = CalculationService.method;

const FORMS: Forms = {
  message: CalculationSchema,
  forms: {
    FinishedCalculation: {
      only: { status: ["calculated", "failed"] },
      description: "The latest calculation of the record.",
    },
    PendingCalculation: {
      fields: ["record_id", "entity_type", "status", "conversions", "candidates", "impacts", "parts"],
      only: { status: ["pending"] },
      description: "The record has no result yet. The lists are empty.",
    },
  },
};

interface Explained<I extends DescMessage, O extends DescMessage> {
  /** Its one parameter is the id of the record; `rename` says so if it has another name. */
  http: `GET /${string}`;
  /** The name of the record in the summary, with its article: "a purchase". */
  what: string;
  /** The operation id in the description of the API; by default getCalculation. */
  operation?: string;
  rename?: { rename?: Readonly<Record<string, string>> };
  /** The parameter of the path that names the owner of the record, and the field of `get` for it. */
  owner?: { param: string; field: string };
  /** The roles that may call it; by default those of every GET. */
  roles?: readonly Role[] | undefined;
  entityType: EntityType;
  get: DescMethodUnary<I, O>;
  record: (reply: MessageShape<O>) => { id: string; calculationStatus: CalculationStatus } | undefined;
}

/** The route that explains the emissions of one kind of record. Access is that of the record; calc answers. */
export const explanation = <I extends DescMessage, O extends DescMessage>(explained: Explained<I, O>) => {
  const { http, what, operation, rename, owner, roles, entityType, get, record } = explained;
  return route(
    getCalculation,
    {
      http,
      summary: `Explain the emissions of ${what}`,
      ...(operation !== undefined && { operation }),
      ...(roles !== undefined && { roles }),
      ...rename,
      ...(owner !== undefined && { rename: { ...rename?.rename, [owner.param]: "owner_id" } }),
      query: z.object({ as_of: instant.optional() }),
      returns: "calculation",
      sparse: { when: ({ calculation }) => calculation?.status === CalculationOutcome.PENDING, ...FORMS },
    },
    async (call, { id: recordId, asOf, ownerId }) => {
      // Reads the record first, so that a missing record and another organization's give the same 404.
      const named = { id: recordId, ...(owner !== undefined && { [owner.field]: ownerId }) };
      const { id, calculationStatus } = record(await call(get, named as unknown as MessageInitShape<I>))!;
      const reply = await calculationOf(call, { id, entityType, calculationStatus, asOf });
      if (reply.calculation) await nameEditions(call, reply.calculation);
      return reply;
    },
  );
};

interface Calculated {
  id: string;
  entityType: EntityType;
  calculationStatus: CalculationStatus;
  asOf?: Timestamp | undefined;
}

/** The calculation of a record that the caller may read; its status is `pending` before the first result. */
export async function calculationOf(call: Caller, { calculationStatus, asOf, ...record }: Calculated) {
  if (asOf === undefined && calculationStatus === CalculationStatus.PENDING) return pending(record);
  try {
    return await call(getCalculation, { ...record, ...(asOf && { asOf }) });
  } catch (error) {
    if (error instanceof ConnectError && error.code === Code.NotFound) return pending(record);
    throw error;
  }
}

const pending = ({ id, entityType }: { id: string; entityType: EntityType }) =>
  create(GetCalculationResponseSchema, {
    calculation: { recordId: id, entityType, status: CalculationOutcome.PENDING },
  });
