import type { MessageInitShape } from "@bufbuild/protobuf";
import { createClient, type Transport } from "@connectrpc/connect";
import type { Call } from "@emissions/kit/db/transactions";
import { forward } from "@emissions/kit/wire/forward";
import { callAs, principalOf, servicePrincipal } from "@emissions/kit/wire/principal";
import type { RecordInputSchema } from "@emissions/proto/activity/v1/record_events";
import { CalculationService, type RecordResult } from "@emissions/proto/calc/v1/calculation_service";

type Caller = Call & Parameters<typeof forward>[0];
type RecordInput = MessageInitShape<typeof RecordInputSchema>;

/** Records in one call of the calc service. */
const RECORDS_MAX = 500;
/** Parts in one call. A part with a measured distance takes about 500 bytes, and a message has 8 MiB at most. */
const PARTS_MAX = 5_000;
/** Calls of one request at once. */
const CALLS_MAX = 3;

/** The results that records would have, in their order. Fails while the calc service is unavailable. */
export type Preview = (call: Caller, inputs: readonly RecordInput[]) => Promise<RecordResult[]>;

/** Calls calc as a service, because only services may ask for the calculation of any input. */
export function calculationPreview(calc: Transport): Preview {
  const calculations = createClient(CalculationService, calc);
  return async (call, inputs) => {
    const own = callAs(servicePrincipal(principalOf(call).organizationId));
    const pieces = [...piecesOf(inputs)];
    const results: RecordResult[][] = [];
    let next = 0;
    const callNext = async (): Promise<void> => {
      for (let at = next++; at < pieces.length; at = next++) {
        const [records, options] = [pieces[at]!, { ...forward(call), ...own }];
        results[at] = (await calculations.previewCalculations({ records }, options)).results;
      }
    };
    await Promise.all(Array.from({ length: CALLS_MAX }, callNext));
    return results.flat();
  };
}

/** Inputs in their order, as many in a call as its limits allow. */
function* piecesOf(inputs: readonly RecordInput[]): Generator<RecordInput[]> {
  let piece: RecordInput[] = [];
  let parts = 0;
  for (const input of inputs) {
    const own = 1 + (input.additionalParts?.length ?? 0);
    if (piece.length > 0 && (piece.length === RECORDS_MAX || parts + own > PARTS_MAX)) {
      yield piece;
      piece = [];
      parts = 0;
    }
    piece.push(input);
    parts += own;
  }
  if (piece.length > 0) yield piece;
}
