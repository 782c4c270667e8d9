import { NIL_ID } from "@emissions/kit/process/id";
import { selectIdentities, unlinkIdentity } from "../access/identities.ts";
import { required, runCommand } from "./command.ts";

const USAGE = `Lists the OpenID identities of a person, or removes one. The sessions of the person end with it.
  node src/commands/identities.ts --email <address> [--remove <subject> --issuer <issuer>]
Needs DATABASE_URL and API_KEY_PEPPER.`;

const string = { type: "string" } as const;

await runCommand(USAGE, { email: string, remove: string, issuer: string }, async ({ db }, values) => {
  const email = required(values, "email");
  return db.asService(NIL_ID, async ({ tx }) => {
    if (values.remove === undefined && values.issuer === undefined) {
      const links = await selectIdentities(tx, email);
      return { identities: links.map(({ issuer, subject, linkedAt }) => ({ issuer, subject, linked_at: linkedAt })) };
    }
    const removed = { issuer: required(values, "issuer"), subject: required(values, "remove") };
    if (!(await unlinkIdentity(tx, email, removed))) throw new Error("The person has no such identity.");
    return { removed };
  });
});
