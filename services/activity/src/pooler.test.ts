import { closePool, Db, openPool, type Pool } from "@emissions/kit/db/transactions";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { inMemory } from "@emissions/testkit/in-memory";
import { type PgBouncer, pgBouncerBinary, startPgBouncer } from "@emissions/testkit/pgbouncer";
import { afterAll, describe, expect, it } from "vitest";
import { activity, allTests, us } from "./activity.fixture.ts";
import { routes } from "./service.ts";

// CI installs it.
describe.skipIf((await pgBouncerBinary()) === null && !process.env.CI)("behind PgBouncer in transaction mode", () => {
  let pooler: PgBouncer;
  let pool: Pool;
  allTests(async () => {
    pooler = await startPgBouncer([activity.url]);
    const DATABASE_URL = `${pooler.through(activity.url)}?prepare=false`;
    pool = openPool({ DATABASE_URL }, { schema: "activity", max: 5 });
  });
  afterAll(async () => {
    await closePool(pool);
    await pooler.stop();
  });

  it("the service creates, deletes and lists", async () => {
    const db = new Db(pool);
    const entries = routes({ ...activity.context, db });
    const suppliers = inMemory({ db, service: "activity", entries }).as(us, SupplierService);
    const names = Array.from({ length: 10 }, (_, n) => `Supplier ${n}`);
    const created = await Promise.all(
      names.map((businessName) => suppliers.createSupplier({ businessName, country: "DE" })),
    );
    await suppliers.deleteSupplier({ id: created[0]!.supplier!.id });
    const listed = await suppliers.listSuppliers({});
    expect(listed.suppliers.map(({ businessName }) => businessName).sort()).toEqual(names.slice(1));
  });
});
