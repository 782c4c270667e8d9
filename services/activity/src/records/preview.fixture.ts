import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, createRouterTransport } from "@connectrpc/connect";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { RecordInput } from "@emissions/proto/activity/v1/record_events";
import {
  CalculationOutcome,
  CalculationService,
  type RecordResultSchema,
} from "@emissions/proto/calc/v1/calculation_service";
import { RecalculationService, type RecalculationState } from "@emissions/proto/calc/v1/recalculation_service";
import { between } from "@emissions/testkit/principals";
import { calculationPreview } from "./preview.ts";

type Answer = MessageInitShape<typeof RecordResultSchema>;

/** A result without marks. */
export const UNMARKED: Answer = { status: CalculationOutcome.CALCULATED, co2e: { value: "1" } };

interface Run {
  state: RecalculationState;
  changedDays: { startDate: string; endDate: string }[];
}

/** A fake of the calc service, which answers previews. */
export class FakeCalc {
  /** The inputs of each call. */
  readonly calls: RecordInput[][] = [];
  isAway = false;
  answer: (input: RecordInput, at: number) => Answer = () => UNMARKED;
  /** Recalculations by id, of any organization that asks. */
  readonly runs = new Map<string, Run>();
  /** Runs before each answer. */
  meanwhile: () => Promise<unknown> = async () => {};

  reset(): void {
    this.calls.length = 0;
    this.runs.clear();
    this.isAway = false;
    this.answer = () => UNMARKED;
    this.meanwhile = async () => {};
  }

  recalculationsFor() {
    const transport = createRouterTransport(
      (router) =>
        router.service(RecalculationService, {
          getRecalculation: ({ id }, call) => {
            principalOf(call);
            const run = this.runs.get(id);
            if (run === undefined) throw notFound("recalculation");
            return { recalculation: { run: { id, state: run.state } }, changedDays: run.changedDays };
          },
        }),
      between("activity", "calc"),
    );
    return createClient(RecalculationService, transport);
  }

  previewFor() {
    const transport = createRouterTransport(
      (router) =>
        router.service(CalculationService, {
          previewCalculations: async ({ records }) => {
            if (this.isAway) throw new ConnectError("nobody there", Code.Unavailable);
            this.calls.push(records);
            await this.meanwhile();
            return { results: records.map((input, at) => this.answer(input, at)) };
          },
        }),
      between("activity", "calc"),
    );
    return calculationPreview(transport);
  }
}
