import type { MessageInitShape } from "@bufbuild/protobuf";
import { createClient, type Transport } from "@connectrpc/connect";
import { chunked } from "@emissions/kit/db/chunked";
import type { Call } from "@emissions/kit/db/transactions";
import { forward } from "@emissions/kit/wire/forward";
import { type PrincipalSigner, principalOf, servicePrincipal } from "@emissions/kit/wire/principal";
import type { RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationService, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";

type Caller = Call & Parameters<typeof forward>[0];
type RecordInput = MessageInitShape<typeof RecordInputSchema>;

/** Records in one call of the calc service. */
const RECORDS_MAX = 500;
/** Calls of one request at once. */
const CALLS_MAX = 3;

/** The results that records would have, in their order. Fails while the calc service is unavailable. */
export type Preview = (call: Caller, inputs: readonly RecordInput[]) => Promise<RecordResult[]>;

/** Calls calc as a service, because only services may ask for the calculation of any input. */
export function calculationPreview(calc: Transport, signer: PrincipalSigner): Preview {
  const calculations = createClient(CalculationService, calc);
  return async (call, inputs) => {
    const principal = signer.headers(servicePrincipal(principalOf(call).organizationId));
    const pieces = [...chunked(inputs, RECORDS_MAX)];
    const results: RecordResult[][] = [];
    let next = 0;
    const callNext = async (): Promise<void> => {
      for (let at = next++; at < pieces.length; at = next++) {
        const options = forward(call);
        const headers = new Headers(options.headers);
        for (const [name, value] of Object.entries(principal)) headers.set(name, value);
        const records = [...pieces[at]!];
        results[at] = (await calculations.previewCalculations({ records }, { ...options, headers })).results;
      }
    };
    await Promise.all(Array.from({ length: CALLS_MAX }, callNext));
    return results.flat();
  };
}
