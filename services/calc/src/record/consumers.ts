import type { Write } from "@emissions/kit/db/transactions";
import { type Consumer, onMany } from "@emissions/kit/messages/consume";
import { isAway } from "@emissions/kit/wire/errors";
import {
  type RecordInput,
  RecordsDeletedSchema,
  RecordsStoredSchema,
} from "@emissions/proto/activity/v1/record_events";
import { ADDITIONAL_PARTS_MAX, calculate, failed, type Outcome } from "../calculation/calculate.ts";
import { failure, type PartInput, partsOf } from "../calculation/part.ts";
import type { Context } from "../context.ts";
import type { Question, Resolve } from "../factor/resolver.ts";
import { methodOf } from "../methods/registry.ts";
import { newest } from "./revisions.ts";
import { remove, store } from "./store.ts";

export const recordConsumers = ({ factors: { resolve } }: Pick<Context, "factors">): Consumer[] => [
  onMany(
    RecordsStoredSchema,
    async (write, events) => {
      const inputs = newest(events.flatMap(({ records }) => records));
      await store(write, await outcomesOf(write.org, inputs, resolve));
    },
    {
      // The others of the message shall not suffer for the one that cannot be calculated.
      giveUp: async (write, { records }) => {
        for (const input of newest(records)) await storeAnyhow(write, input, resolve);
      },
    },
  ),
  onMany(RecordsDeletedSchema, async (write, events) => {
    const gone = newest(events.flatMap(({ records }) => records));
    await remove(
      write,
      gone.map(({ recordId, revision }) => ({ recordId, revision, state: "deleted" })),
    );
  }),
];

/** Asks factors and calculates, before any row is locked. */
async function outcomesOf(org: string, inputs: readonly RecordInput[], resolve: Resolve): Promise<Outcome[]> {
  const questions: Question[] = [];
  /** For each record the indexes of the answers to its parts; -1 for a part that factors is not asked about. */
  const places = inputs.map((input) =>
    input.additionalParts.length > ADDITIONAL_PARTS_MAX
      ? []
      : partsOf(input).map((part) => {
          if (methodOf(part) === undefined) return -1;
          return questions.push(questionOf(part, input)) - 1;
        }),
  );
  const answers = await resolve(org, questions);
  return inputs.map((input, index) =>
    calculate(
      input,
      places[index]!.map((place) => answers[place] ?? null),
    ),
  );
}

/** Stores what comes of the record alone, or a failed calculation when even that cannot be stored. */
async function storeAnyhow(write: Write, input: RecordInput, resolve: Resolve): Promise<void> {
  const { tx, org } = write;
  await tx`savepoint one_record`;
  try {
    await store(write, await outcomesOf(org, [input], resolve));
  } catch (error) {
    // That factors is away is no property of the record: the message comes again.
    if (isAway(error)) throw error;
    await tx`rollback to savepoint one_record`;
    await store(write, [failed(input, failure("The calculation failed."))]);
  }
  await tx`release savepoint one_record`;
}

const questionOf = ({ selector, quantity }: PartInput, { referenceDate }: RecordInput): Question => ({
  selector,
  unitId: quantity?.unitId ?? "",
  referenceDate,
});
