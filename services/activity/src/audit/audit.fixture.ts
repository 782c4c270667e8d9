import { newId } from "@emissions/kit/process/id";
import { CLIENT_ADDRESS, REQUEST_ID } from "@emissions/kit/wire/headers";
import type { Principal } from "@emissions/kit/wire/principal";
import { AuditEventService } from "@emissions/proto/activity/v1/audit_event_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { activity, us } from "../activity.fixture.ts";
import { chainSweep } from "./chain.ts";
import { verifyAudit } from "./verify.ts";

export const ADDRESS = "192.0.2.7";

/** Creates a supplier as by a request, and answers with its id. */
export async function change(by: Principal = us, requestId = newId()): Promise<string> {
  const headers = { [REQUEST_ID]: requestId, [CLIENT_ADDRESS]: ADDRESS };
  const values = { businessName: `Acme ${requestId}`, country: "ES" };
  const { supplier } = await activity.as(by, SupplierService, headers).createSupplier(values);
  return supplier!.id;
}

export const list = async (request: object = {}, by: Principal = us) =>
  (await activity.as(by, AuditEventService).listAuditEvents({ page: 1, size: 50, ...request })).auditEvents;

export const chain = () => chainSweep(activity.context).work(new AbortController().signal, 1n);

export const verify = (noted?: string) => verifyAudit({ db: activity.db, org: us.organizationId, noted });

/** Runs statements as somebody who owns the tables and switches their protection off. */
export async function tamper(...statements: readonly string[]): Promise<void> {
  const tables = ["audit_log", "audit_blocks", "audit_heads", "audit_queue"];
  const each = (what: string) => tables.map((table) => `alter table ${table} ${what}`).join(";");
  await activity.owner.begin(async (tx) => {
    await tx.unsafe(`${each("no force row level security")}; ${each("disable trigger user")}`);
    for (const statement of statements) await tx.unsafe(statement);
    await tx.unsafe(`${each("enable trigger user")}; ${each("force row level security")}`);
  });
}
