import { Code, createClient, createRouterTransport } from "@connectrpc/connect";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { adminOf, newSigners } from "@emissions/testkit/principals";
import { afterEach, describe, expect, it, vi } from "vitest";
import { newId } from "../process/id.ts";
import { ClockCheck } from "./clock.ts";
import { callAs } from "./principal.ts";
import { signCalls, unavailableUntilTrusted, verifyCalls } from "./signer.ts";

const SECOND_MS = 1_000;
const DAY_MS = 24 * 3600 * SECOND_MS;

const realNow = Date.now;
/** Only the clock is a stand-in: time passes as it does. */
const moveClock = (ms: number) => void vi.spyOn(Date, "now").mockImplementation(() => realNow() + ms);
const setRight = () => void vi.restoreAllMocks();
afterEach(setRight);

/** The check of a process that has asked a database with the right time. */
async function asked(): Promise<ClockCheck> {
  const clock = new ClockCheck();
  await clock.measure(async () => new Date());
  return clock;
}

describe("the clock of a process", () => {
  it.each([DAY_MS, -DAY_MS])("fails its check while it differs by %d ms, without another answer", async (ms) => {
    const clock = await asked();
    await clock.check();
    moveClock(ms);
    await expect(clock.check()).rejects.toThrow("differs by");
    setRight();
    await clock.check();
  });

  it("may differ by 30 s, and by 5 s while a call is refused for its time, until it is right again", async () => {
    const clock = await asked();
    moveClock(10 * SECOND_MS);
    await clock.check();
    clock.dispute();
    await expect(clock.check()).rejects.toThrow("differs by");
    await expect(clock.check()).rejects.toThrow("differs by");
    setRight();
    await clock.check();
    moveClock(10 * SECOND_MS);
    await clock.check();
  });

  it("is not at fault where another one differs, or while the database says nothing", async () => {
    const clock = await asked();
    clock.dispute();
    await clock.check();
    const alone = new ClockCheck();
    await alone.measure(async () => undefined);
    alone.dispute();
    await alone.check();
  });
});

it("a call that is refused for its time names the clocks, and lets both sides compare theirs", async () => {
  const signerOf = newSigners();
  const [caller, called, log] = [await asked(), await asked(), { error: vi.fn() }];
  const signer = signerOf("gateway");
  const transport = createRouterTransport(({ service }) => service(SupplierService, { listSuppliers: () => ({}) }), {
    transport: {
      interceptors: [unavailableUntilTrusted("activity", log, caller), signCalls(signer, "activity")],
    },
    router: {
      interceptors: [
        (next) => async (request) => {
          // The other process has the right time.
          setRight();
          return next(request);
        },
        verifyCalls(signerOf("activity"), called),
      ],
    },
  });
  const list = () => createClient(SupplierService, transport).listSuppliers({}, callAs(adminOf(newId())));
  moveClock(10 * SECOND_MS);
  await expect(list()).rejects.toMatchObject({ code: Code.Unavailable });
  expect(log.error.mock.calls).toMatchObject([[{ service: "activity" }, expect.stringContaining("clocks differ")]]);
  moveClock(10 * SECOND_MS);
  await expect(caller.check()).rejects.toThrow("differs by");
  await expect(called.check()).rejects.toThrow("differs by");
  setRight();
  await caller.check();
  await list();
});
