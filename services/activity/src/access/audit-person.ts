import { type FieldChanges, insertAudit } from "@emissions/kit/db/audit";
import { organizationStatement } from "@emissions/kit/db/run-transaction";
import type { Write } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import type { Logger } from "@emissions/kit/process/log";
import type { Call } from "@emissions/kit/wire/call";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import { actAsUser } from "./sessions.ts";

/** Organizations of one person whose audit log gets a row. */
const ORGANIZATIONS_MAX = 200;

interface PersonChange {
  call: Call;
  log: Pick<Logger, "info" | "warn">;
  userId: string;
  /** Without secret values. */
  changes: FieldChanges;
}

interface Change extends Omit<PersonChange, "call"> {
  call: Pick<Call, "method" | "requestHeader">;
  actor: Principal;
}

/**
 * A password and the codes of an app are those of a person in all organizations. So each of these has a row in its audit
 * log, in the transaction of the change. Without an organization a line of the log takes its place.
 */
export const auditPerson = (write: Write, change: PersonChange): Promise<void> =>
  auditPersonAs(write, { ...change, actor: principalOf(change.call) });

/** The same for a change without a call, such as that of a command. */
export async function auditPersonAs({ tx, org, send }: Write, change: Change): Promise<void> {
  const { call, actor, log, userId, changes } = change;
  await actAsUser(tx, userId);
  const rows = await tx<{ organizationId: string }[]>`
    select organization_id from own_organizations(${ORGANIZATIONS_MAX + 1})`;
  const named = rows.slice(0, ORGANIZATIONS_MAX);
  for (const { organizationId } of named) {
    send(tx.unsafe(organizationStatement(organizationId)));
    const row = { id: newId(), entityId: userId, changes: JSON.stringify(changes) };
    send(insertAudit(tx, { ...actor, organizationId }, call, [row]));
  }
  send(tx.unsafe(organizationStatement(org)));
  const facts = { action: call.method.name, user_id: userId };
  if (rows.length === 0) log.info(facts, "a person without an organization was changed");
  if (rows.length > named.length) log.warn(facts, `only ${ORGANIZATIONS_MAX} organizations have an audit row`);
}
