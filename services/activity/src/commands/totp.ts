import { NIL_ID } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { TotpService } from "@emissions/proto/activity/v1/totp_service";
import { auditPersonAs } from "../access/audit-person.ts";
import { selectCredential } from "../access/queries.ts";
import { actAsUser } from "../access/sessions.ts";
import { deleteTotp, selectTotp } from "../second_factor/queries.ts";
import { required, runCommand } from "./command.ts";

const USAGE = `Shows whether a person signs in with codes of an authenticator app, or turns the codes off.
  node src/commands/totp.ts --email <address> [--remove]
Needs DATABASE_URL and API_KEY_PEPPER.`;

/** Standard output has the result alone. */
const log = createLogger({ service: "activity", destination: process.stderr });

const options = { email: { type: "string" }, remove: { type: "boolean" } } as const;

await runCommand(USAGE, options, async ({ db }, values) => {
  const email = required(values, "email");
  return db.asService(NIL_ID, async (write) => {
    const { tx } = write;
    const person = await selectCredential(tx, email);
    if (person === null) throw new Error("Nobody has this address.");
    const { id: userId } = person;
    await actAsUser(tx, userId);
    const totp = await selectTotp(tx, userId);
    const shown = { email: person.email, enabled: totp !== null, recovery_codes_left: totp?.recoveryCodesLeft ?? 0 };
    if (!values.remove) return shown;
    if (!(await deleteTotp(tx, userId))) throw new Error("The person has no authenticator app.");
    const call = { method: TotpService.method.disableTotp, requestHeader: new Headers() };
    const changes = { enabled: { old: shown.enabled, new: false } };
    await auditPersonAs(write, { call, actor: servicePrincipal(NIL_ID), log, userId, changes });
    return { ...shown, enabled: false, recovery_codes_left: 0, removed: true };
  });
});
