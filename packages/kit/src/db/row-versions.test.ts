import { create } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { notFound, refusalIn } from "../wire/errors.ts";
import { DRY_RUN, EXPECTED_VERSIONS, RECORD_VERSION } from "../wire/headers.ts";
import { type Principal, servicePrincipal } from "../wire/principal.ts";
import { usual, type VersionedRow, withVersions } from "./row-versions.ts";
import { callOf, startThings, type Things } from "./transactions.fixture.ts";
import type { Call, Db, Write } from "./transactions.ts";

const { method } = SupplierService;
const row: VersionedRow = { service: SupplierService, table: "things", methods: usual("Supplier") };

let things: Things;
let us: Principal;
let id: string;
let impl: Record<string, (request: object, call: Call) => Promise<object>>;

beforeAll(async () => {
  things = await startThings();
  impl = handlers(things.db);
});
afterAll(() => things.database.drop());
beforeEach(async () => {
  us = servicePrincipal(newId());
  id = newId();
  await things.put(callOf(us), id);
});

/** A service of things. A new name is written as often as it has letters. */
function handlers(db: Db) {
  const write = (call: Call, id: string, work: (write: Write) => Promise<unknown>) =>
    db.write(call, create(method.updateSupplier.input, { id }), async (write) => {
      await work(write);
      return {};
    });
  const one = {
    getSupplier: ({ id }: { id: string }, call: Call) =>
      db.read(call, async (tx) => ({ rows: await tx`select name from things where id = ${id}` })),
    updateSupplier: ({ id, businessName: name }: { id: string; businessName: string }, call: Call) =>
      write(call, id, async ({ tx, send }) => {
        if (name === "") throw notFound("supplier");
        send(tx`update things set name = ${name} where id = ${id}`);
      }),
    deleteSupplier: ({ id }: { id: string }, call: Call) =>
      write(call, id, ({ tx }) => tx`delete from things where id = ${id}`),
    createSupplier: (_: object, call: Call) => write(call, newId(), async () => undefined),
  };
  const [entry] = withVersions([{ service: SupplierService, impl: one as never }], [row]);
  return entry!.impl as unknown as typeof impl;
}

async function call(name: keyof typeof method, values: object = {}, headers: Record<string, string> = {}) {
  const call = { ...callOf(us, headers), method: method[name] };
  await impl[name]!({ id, ...values }, call);
  return call.responseHeader.get(RECORD_VERSION);
}
const change = (businessName: string, version?: string | null) =>
  call("updateSupplier", { businessName }, version ? { [EXPECTED_VERSIONS]: version } : {});
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: ConnectError) => refusalIn(error)?.code,
  );

it("of many changes that expect one version exactly one is made", async () => {
  const version = await call("getSupplier");
  const codes = await Promise.all(["a", "b", "c", "d"].map((name) => codeOf(change(name, version))));
  expect(codes.toSorted()).toEqual([null, ...Array(3).fill("PRECONDITION_FAILED")].toSorted());
});

it("waits for a change that has begun, and then refuses", async () => {
  const version = await call("getSupplier");
  let late: Promise<unknown> = Promise.resolve();
  await things.db.asService(us.organizationId, async ({ tx }) => {
    await tx`update things set name = 'first' where id = ${id}`;
    late = codeOf(change("late", version));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(await late).toBe("PRECONDITION_FAILED");
  expect(await things.namesSeen(us)).toEqual(["first"]);
});

it("shows a new version after each change, which is that of the next read", async () => {
  const first = await call("getSupplier");
  const second = await change("b", first);
  const third = await change("b", second);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(await call("getSupplier")).toBe(third);
  expect(await change("c", `${first} ${third}`)).not.toBe(third);
});

it("deletes only the version that is expected", async () => {
  const version = await call("getSupplier");
  await change("b");
  expect(await codeOf(call("deleteSupplier", {}, { [EXPECTED_VERSIONS]: version! }))).toBe("PRECONDITION_FAILED");
  await call("deleteSupplier", {}, { [EXPECTED_VERSIONS]: (await call("getSupplier"))! });
  expect(await things.namesSeen(us)).toEqual([]);
});

it("a dry run compares, and changes nothing", async () => {
  const version = (await call("getSupplier"))!;
  const dry = (expected: string) => call("deleteSupplier", {}, { [EXPECTED_VERSIONS]: expected, [DRY_RUN]: "true" });
  expect(await codeOf(dry("1"))).toBe("PRECONDITION_FAILED");
  expect(await codeOf(dry(version))).toBe(null);
  expect(await call("getSupplier")).toBe(version);
});

it("another refusal comes first, so that versions tell nothing of hidden rows", async () => {
  expect(await codeOf(change("", "1"))).toBe("SUPPLIER_NOT_FOUND");
  const theirs = servicePrincipal(newId());
  [us] = [theirs];
  expect(await call("getSupplier")).toBe(null);
  expect(await codeOf(change("theirs", "1"))).toBe("PRECONDITION_FAILED");
});

it("refuses where nobody compares", async () => {
  expect(await codeOf(call("createSupplier", {}, { [EXPECTED_VERSIONS]: "1" }))).toBe("PRECONDITION_FAILED");
});
