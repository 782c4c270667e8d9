import { create } from "@bufbuild/protobuf";
import { createContextValues } from "@connectrpc/connect";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { testDatabase } from "@emissions/testkit/database";
import { type Principal, principalKey } from "../wire/principal.ts";
import { type Call, Db, type View } from "./transactions.ts";

const method = SupplierService.method.createSupplier;
export const request = create(method.input, { businessName: "Acme" });

export function callOf(principal: Principal, headers: Record<string, string> = {}): Call {
  const values = createContextValues().set(principalKey, principal);
  return { method, requestHeader: new Headers(headers), responseHeader: new Headers(), values };
}

export type Things = Awaited<ReturnType<typeof startThings>>;

/** A database with a table `things`, whose labels are unique within an organization at commit. */
export async function startThings() {
  const database = await testDatabase("activity", []);
  await database.owner.unsafe(`
    create table things (organization_id uuid not null, id uuid not null, name text not null, label text,
      primary key (organization_id, id), unique (organization_id, label) deferrable initially deferred);
    alter table things enable row level security, force row level security;
    create policy things_own on things using (organization_id = any (visible_organizations()))
      with check (organization_id = current_organization());
    grant select, insert, update, delete on things to emissions_activity;
    create table history (organization_id uuid not null, id uuid not null);`);
  const db = new Db(database.sql);
  return {
    database,
    db,
    put: (call: Call, id: string, name = "thing") =>
      db.write(call, request, async ({ tx, org }) => {
        await tx`insert into things (organization_id, id, name) values (${org}, ${id}, ${name})`;
        return {};
      }),
    namesSeen: (principal: Principal, view: View = {}) =>
      db.read(
        callOf(principal),
        async (tx) => (await tx<{ name: string }[]>`select name from things order by name`).map((r) => r.name),
        view,
      ),
  };
}
