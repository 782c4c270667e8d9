import type { DescService } from "@bufbuild/protobuf";
import { LogisticsRechargeService } from "@emissions/proto/activity/v1/logistics_recharge_service";
import { LogisticsRequestService } from "@emissions/proto/activity/v1/logistics_request_service";
import type { RecordHead, RecordState } from "@emissions/proto/activity/v1/record";
import { activity, us } from "../../activity.fixture.ts";
import { DIESEL } from "../../logistics_recharge/logistics_recharge.fixture.ts";
import { logisticsRecharges } from "../../logistics_recharge/logistics_recharge.ts";
import { LEG } from "../../logistics_request/logistics_request.fixture.ts";
import { logisticsRequests } from "../../logistics_request/logistics_request.ts";
import type { RecordKind } from "../kind.ts";

/** A kind whose records are calculated in the call. */
export interface InCallSample {
  kind: RecordKind;
  service: DescService;
  /** In the names of methods and of fields of replies. */
  one: string;
  many: string;
  valid: object;
  /** Makes a valid record that no other one replaces. */
  other(at: number): object;
}

export const inCallSamples: readonly InCallSample[] = [
  {
    kind: logisticsRecharges,
    service: LogisticsRechargeService,
    one: "LogisticsRecharge",
    many: "LogisticsRecharges",
    valid: DIESEL,
    other: (at) => ({ ...DIESEL, quantity: { value: String(at + 1) } }),
  },
  {
    kind: logisticsRequests,
    service: LogisticsRequestService,
    one: "LogisticsRequest",
    many: "LogisticsRequests",
    valid: LEG,
    other: (at) => ({ ...LEG, movementId: `M-${at}` }),
  },
];

type Plain<T> = Omit<T, "$typeName" | "$unknown">;
type Shown = Plain<RecordHead> & Plain<RecordState>;
interface Bulk {
  success: number;
  failed: number;
  results: Shown[];
  errors: { index: number; code: string }[];
}

/** The methods of such a kind, by one name for all kinds. */
export function methodsOf({ service, one, many }: InCallSample, by = us) {
  type Client = Record<string, (request: object) => Promise<Record<string, unknown>>>;
  return (headers: Record<string, string> = {}) => {
    const client = activity.as(by, service, headers) as unknown as Client;
    const field = one.charAt(0).toLowerCase() + one.slice(1);
    const call = async (method: string, request: object) => (await client[method]!(request))[field] as Shown;
    return {
      create: (values: object) => call(`create${one}`, values),
      createMany: async (records: readonly object[]) => (await client[`create${many}`]!({ records })).bulk as Bulk,
      get: (id: string) => call(`get${one}`, { id }),
      remove: (id: string) => call(`delete${one}`, { id }),
    };
  };
}
