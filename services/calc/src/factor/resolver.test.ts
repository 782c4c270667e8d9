import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { createClient, createRouterTransport } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import {
  type ResolutionSchema,
  type ResolveFactorsRequest,
  type Selection,
  SelectionSchema,
  SelectionService,
} from "@emissions/proto/factors/v1/selection_service";
import { beforeEach, describe, expect, it } from "vitest";
import { type FactorResolver, factorResolver } from "./resolver.ts";

let requests: number[] = [];
let answering: () => Promise<void>;
/** Answers with a failure by default; a test replaces it when it needs more. */
let answer: (selection: Selection) => MessageInitShape<typeof ResolutionSchema>;
let resolver: FactorResolver;
const org = newId();

beforeEach(() => {
  requests = [];
  answering = async () => {};
  answer = ({ unitId }) => ({ failureCode: "FACTOR_NOT_FOUND", failureDetail: unitId });
  const transport = createRouterTransport((router) =>
    router.service(SelectionService, {
      resolveFactors: async ({ selections }: ResolveFactorsRequest) => {
        requests.push(selections.length);
        await answering();
        return { resolutions: selections.map(answer) };
      },
    }),
  );
  resolver = factorResolver(createClient(SelectionService, transport));
});

const selection = (unitId: string, referenceDate = "2024-01-01"): Selection =>
  create(SelectionSchema, { unitId, referenceDate, selector: { kind: { case: "spend", value: { sector: "4711" } } } });
const detail = ({ answer }: { answer: { failureDetail: string } }) => answer.failureDetail;

describe("factorResolver", () => {
  it("answers in the order of the queries, and requests equal ones once", async () => {
    const answers = await resolver.resolve(org, [selection("a"), selection("b"), selection("a")]);
    expect(answers.map(detail)).toEqual(["a", "b", "a"]);
    expect(requests).toEqual([2]);
  });

  it("requests at most 500 at a time", async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => selection(String(index)));
    expect((await resolver.resolve(org, many)).map(detail)).toEqual(many.map(({ unitId }) => unitId));
    expect(requests).toEqual([500, 500, 1]);
  });

  it("caches answers by organization, selector, unit and day", async () => {
    await resolver.resolve(org, [selection("a")]);
    await resolver.resolve(org, [selection("a")]);
    expect(requests).toEqual([1]);
    await resolver.resolve(newId(), [selection("a")]);
    await resolver.resolve(org, [selection("a", "2024-01-02")]);
    expect(requests).toEqual([1, 1, 1]);
  });

  describe("for library factors", () => {
    const kind = { case: "waste" as const, value: { lerCodeId: "150101", country: "ES" } };
    const waste = (referenceDate: string) =>
      create(SelectionSchema, { unitId: "kg", referenceDate, selector: { kind } });
    const january = Array.from({ length: 31 }, (_, day) => waste(`2024-01-${String(day + 1).padStart(2, "0")}`));

    it("requests one answer for a year", async () => {
      await resolver.resolve(org, [...january, waste("2023-12-31")]);
      await resolver.resolve(org, [waste("2024-06-30"), waste("2025-01-01")]);
      expect(requests).toEqual([2, 1]);
    });

    it("requests one answer for the freight of a year", async () => {
      const kind = {
        case: "freight" as const,
        value: { country: "ES", activity: { case: "tocId", value: newId() } as const },
      };
      const leg = (referenceDate: string) =>
        create(SelectionSchema, { unitId: "tkm", referenceDate, selector: { kind } });
      await resolver.resolve(org, [leg("2024-01-01"), leg("2024-06-30"), leg("2025-01-01")]);
      expect(requests).toEqual([2]);
    });

    it("requests each day when exchange rates are part of the answer", async () => {
      const rated = ({ referenceDate }: Selection) => ({ failureDetail: referenceDate });
      for (const dated of [
        { euroRate: { currency: "USD" } },
        { failureCode: "EXCHANGE_RATE_MISSING" },
        { conversion: [{ exchangeRate: { currency: "USD" } }] },
      ]) {
        requests = [];
        resolver.clear();
        answer = (selection) => ({ ...rated(selection), ...dated });
        const days = await resolver.resolve(org, january);
        expect(days.map(detail)).toEqual(january.map(({ referenceDate }) => referenceDate));
        await resolver.resolve(org, january);
        expect(requests).toEqual([1, 30]);
      }
    });
  });

  it("caches a custom factor of a fixed revision, but not the current one", async () => {
    const custom = (revision: number) =>
      create(SelectionSchema, { selector: { kind: { case: "customRecord", value: { recordId: newId(), revision } } } });
    for (const [selection, times] of [
      [custom(3), 1],
      [custom(0), 2],
    ] as const) {
      requests = [];
      await resolver.resolve(org, [selection]);
      await resolver.resolve(org, [selection]);
      expect(requests).toHaveLength(times);
    }
  });

  it("drops cached answers when factors changed", async () => {
    await resolver.resolve(org, [selection("a")]);
    resolver.clear();
    await resolver.resolve(org, [selection("a")]);
    expect(requests).toEqual([1, 1]);
  });

  it("does not cache an answer that was requested before factors changed", async () => {
    answering = async () => resolver.clear();
    await resolver.resolve(org, [selection("a")]);
    answering = async () => {};
    answer = ({ unitId }) => ({ failureCode: "FACTOR_NOT_FOUND", failureDetail: unitId });
    await resolver.resolve(org, [selection("a")]);
    expect(requests).toEqual([1, 1]);
  });

  it("gives the same bytes the same id", async () => {
    const [first] = await resolver.resolve(org, [selection("a")]);
    const [same, other] = await resolver.resolve(newId(), [selection("a"), selection("b")]);
    expect(same!.id).toBe(first!.id);
    expect(other!.id).not.toBe(first!.id);
  });
});
