import { create, type Message } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { type Supplier, SupplierSchema } from "@emissions/proto/activity/v1/supplier_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { Sealer, SealingKeys } from "../process/sealing.ts";
import { refusalIn } from "../wire/errors.ts";
import { IDEMPOTENCY_FINGERPRINT, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from "../wire/headers.ts";
import { type Principal, servicePrincipal } from "../wire/principal.ts";
import { eraseReplies } from "./idempotency.ts";
import { callOf, request, startThings, type Things } from "./transactions.fixture.ts";
import { Db } from "./transactions.ts";

let things: Things;
let db: Db;
/** A repeat waits 100 ms only. */
let hasty: Db;

beforeAll(async () => {
  things = await startThings();
  ({ db } = things);
  hasty = new Db(things.database.sql, { waitMs: 100 });
});
afterAll(() => things.database.drop());

const org = () => servicePrincipal(newId());
const requestOf = (businessName: string): Message => Object.assign({ ...request }, { businessName });

describe("a repeated request", () => {
  const create1 = (
    principal: Principal,
    key: string,
    fingerprint: string,
    work: () => Promise<void> = async () => {},
  ) => {
    const call = callOf(principal, { [IDEMPOTENCY_KEY]: key, [IDEMPOTENCY_FINGERPRINT]: fingerprint });
    return db
      .write(call, request, async () => {
        await work();
        return { supplier: create(SupplierSchema, { id: newId() }) };
      })
      .then((reply) => ({ id: reply.supplier.id, replayed: call.responseHeader.has(IDEMPOTENT_REPLAYED) }));
  };

  it("waits for the first one and gets its reply", async () => {
    const ours = org();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create1(ours, "k", "f")));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it("gets its reply from a sealed copy if replies contain secrets", async () => {
    const sealer = new Sealer(SealingKeys.parse(`k:${Buffer.alloc(32, 1).toString("base64")}`));
    const sealing = new Db(things.database.sql, { sealer });
    const ours = org();
    const ask = (work: () => Promise<object>) =>
      sealing.write(callOf(ours, { [IDEMPOTENCY_KEY]: "sealed" }), request, work) as Promise<{ supplier: Supplier }>;
    const businessName = "whsec_of nobody";
    await ask(async () => ({ supplier: create(SupplierSchema, { businessName }) }));
    const again = await ask(() => Promise.reject(new Error("done twice")));
    expect(again.supplier.businessName).toBe(businessName);
    const [kept] = await db.asService(
      ours.organizationId,
      ({ tx }) => tx<{ reply: Buffer }[]>`select reply from idempotency_keys where key = 'sealed'`,
    );
    expect(kept?.reply.includes(businessName)).toBe(false);
  });

  it("is refused if the reply was erased, and other replies stay", async () => {
    const ours = org();
    const { id } = await create1(ours, "k", "f");
    const other = await create1(ours, "other", "f");
    await db.asService(ours.organizationId, async ({ tx, org }) => {
      await eraseReplies(tx, org, { routes: ["UpdateSupplier"], texts: [other.id] });
      await eraseReplies(tx, org, { routes: ["CreateSupplier"], texts: [newId(), id] });
    });
    const rows = await db.asService(
      ours.organizationId,
      ({ tx }) => tx`select reply is null as erased, fingerprint from idempotency_keys order by key`,
    );
    expect(rows).toMatchObject([{ erased: true, fingerprint: "" }, { erased: false }]);
    for (const fingerprint of ["f", "changed"]) {
      const refusal = await create1(ours, "k", fingerprint).catch((error) => refusalIn(error));
      expect(refusal).toMatchObject({ code: "IDEMPOTENT_REPLY_ERASED" });
    }
    expect(await create1(ours, "other", "f")).toEqual({ id: other.id, replayed: true });
  });

  it("is refused if the request differs", async () => {
    const ours = org();
    await create1(ours, "k", "f");
    await expect(create1(ours, "k", "other")).rejects.toThrow(/used for another request/);
  });

  it("is recognized by its content if the caller gives no fingerprint", async () => {
    const headers = { [IDEMPOTENCY_KEY]: "bare" };
    const ours = org();
    const repeat = (businessName: string) => db.write(callOf(ours, headers), requestOf(businessName), async () => ({}));
    await repeat("Acme");
    await repeat("Acme");
    await expect(repeat("Other")).rejects.toThrow(/used for another request/);
  });

  it("is executed if the first one was refused", async () => {
    const ours = org();
    await expect(create1(ours, "k", "f", () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect((await create1(ours, "k", "f")).replayed).toBe(false);
  });

  it("is a new request in another organization", async () => {
    const [first, second] = [await create1(org(), "k", "f"), await create1(org(), "k", "other")];
    expect(first.id).not.toBe(second.id);
  });

  it("has one effect, even with many at once", async () => {
    const ours = org();
    let effects = 0;
    const work = async () => void effects++;
    const answers = await Promise.all(Array.from({ length: 50 }, () => create1(ours, "k", "f", work)));
    expect([effects, new Set(answers.map(({ id }) => id)).size]).toEqual([1, 1]);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(49);
  });

  it("holds no connection while it waits", async () => {
    const ours = org();
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = create1(ours, "k", "f", async () => {
      begun.resolve();
      await released.promise;
    });
    await begun.promise;
    const repeats = Array.from({ length: 50 }, () => create1(ours, "k", "f"));
    expect((await create1(ours, "another key", "f")).replayed).toBe(false);
    released.resolve();
    const { id } = await first;
    for (const answer of await Promise.all(repeats)) expect(answer).toEqual({ id, replayed: true });
  });

  it.each([
    ["this", () => hasty],
    ["another", () => new Db(things.database.sql, { waitMs: 100 })],
  ])("is refused as in progress while the first one runs in %s process", async (_where, repeatAt) => {
    const ours = org();
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const headers = { [IDEMPOTENCY_KEY]: "k" };
    const first = hasty.write(callOf(ours, headers), request, async () => {
      begun.resolve();
      await released.promise;
      return {};
    });
    await begun.promise;
    const refused = await repeatAt()
      .write(callOf(ours, headers), request, async () => ({}))
      .catch((error) => error);
    released.resolve();
    await first;
    expect([refused.code, refusalIn(refused)?.code]).toEqual([Code.Aborted, "IDEMPOTENCY_KEY_IN_PROGRESS"]);
  });

  it("is answered before its handler runs", async () => {
    const ours = org();
    const headers = { [IDEMPOTENCY_KEY]: "k" };
    expect(await db.earlier(callOf(ours, headers), request)).toBeNull();
    await db.write(callOf(ours, headers), request, async () => ({ supplier: create(SupplierSchema, { id: "a" }) }));
    const call = callOf(ours, headers);
    expect(await db.earlier(call, request)).toMatchObject({ supplier: { id: "a" } });
    expect(call.responseHeader.get(IDEMPOTENT_REPLAYED)).toBe("true");
    await expect(db.earlier(callOf(ours, headers), requestOf("Other"))).rejects.toThrow(/another/);
  });
});
