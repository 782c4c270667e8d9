import type { Tx } from "@emissions/kit/db/transactions";
import { busy } from "@emissions/kit/wire/errors";
import type { CredentialRow } from "../access/queries.ts";
import { actAsUser } from "../access/sessions.ts";

export async function selectOwnCredential(tx: Tx, userId: string): Promise<CredentialRow | null> {
  await actAsUser(tx, userId);
  const [row] = await tx<CredentialRow[]>`select id, email, password_hash from own_credential()`;
  return row ?? null;
}

/** Refuses if the password was changed since the credential was read. */
export async function changeHash(tx: Tx, { id, passwordHash }: CredentialRow, renewed: string): Promise<void> {
  const [row] = await tx<{ changed: boolean | null }[]>`
    select change_password_hash(${id}, ${passwordHash}, ${renewed}) as changed`;
  if (!row?.changed) throw busy("RECORD_CHANGED_MEANWHILE", "Another request changed the password. Try again.");
}
