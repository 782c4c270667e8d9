import { create } from "@bufbuild/protobuf";
import { createContextValues } from "@connectrpc/connect";
import { closePool, openSessions } from "@emissions/kit/db/pool";
import { Db } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { principalKey } from "@emissions/kit/wire/principal";
import {
  CreateOwnWorkforcesRequestSchema,
  OwnWorkforceService,
  UpdateOwnWorkforceRequestSchema,
} from "@emissions/proto/activity/v1/own_workforce_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { ownWorkforceHandlers } from "./handlers.ts";
import { addPerson, contractOf, getPerson, periods, rowOf } from "./own_workforce.fixture.ts";

eachTest();

type Handlers = ReturnType<typeof ownWorkforceHandlers>;

/** Runs the writers at once, each on a connection of its own. */
async function atOnce(writers: number, work: (handlers: Handlers, writer: number) => unknown) {
  const pool = openSessions(activity.url, { schema: "activity", max: writers });
  try {
    const handlers = ownWorkforceHandlers({ ...activity.context, db: new Db(pool) });
    return await Promise.allSettled(Array.from({ length: writers }, (_, writer) => work(handlers, writer)));
  } finally {
    await closePool(pool);
  }
}

const callOf = (method: "createOwnWorkforces" | "updateOwnWorkforce") =>
  ({
    requestHeader: new Headers({ "idempotency-key": newId() }),
    responseHeader: new Headers(),
    values: createContextValues().set(principalKey, us),
    method: OwnWorkforceService.method[method],
  }) as never;

/** Counts the writers that succeed. The others are refused with one of the codes, or for a lock that a slow machine waits for. */
async function succeeded(outcomes: readonly PromiseSettledResult<unknown>[], ...codes: string[]) {
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  for (const reason of refused) {
    expect([...codes, "RESOURCE_LOCKED"]).toContain((await refusalOf(Promise.reject(reason))).code);
  }
  return outcomes.length - refused.length;
}

it("of 50 writers at once who give one person overlapping contracts, one succeeds", async () => {
  const outcomes = await atOnce(50, (handlers, writer) => {
    const day = `2020-01-${String(1 + (writer % 28)).padStart(2, "0")}`;
    const row = rowOf("E-1", day, { country: ["ES", "FR", "DE"][writer % 3], jobCategory: `Job ${writer}` });
    const request = create(CreateOwnWorkforcesRequestSchema, { records: [row] });
    return handlers.createOwnWorkforces(request, callOf("createOwnWorkforces"));
  });
  expect(await succeeded(outcomes, "BULK_RECORDS_REJECTED")).toBe(1);
  expect(await periods()).toEqual([["E-1", expect.stringMatching(/^2020-01-..\/$/)]]);
});

it("of 10 replacements of the contracts at once, each ends with whole ones", async () => {
  const { id } = await addPerson();
  const outcomes = await atOnce(10, (handlers, writer) => {
    const contracts = [
      contractOf("2021-01-01", `2021-12-${String(1 + (writer % 31)).padStart(2, "0")}`),
      contractOf("2022-01-01"),
    ];
    const request = create(UpdateOwnWorkforceRequestSchema, {
      id,
      values: { contracts },
      updateMask: { paths: ["contracts"] },
    });
    return handlers.updateOwnWorkforce(request, callOf("updateOwnWorkforce"));
  });
  expect(await succeeded(outcomes)).toBeGreaterThan(0);
  expect((await getPerson(id)).contracts.map(({ startDate }) => startDate)).toEqual(["2021-01-01", "2022-01-01"]);
});
