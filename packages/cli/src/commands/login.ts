import { type Client, RefusedError } from "@emissions/client";
import type { Call, Command } from "../command.ts";
import { checkedUrl, clientOf, settingOf } from "../connection.ts";
import { EXIT, usageFailure } from "../exit.ts";
import { ask, secretOf } from "../input.ts";
import { textOf } from "../options.ts";
import { printFields, printJson } from "../output.ts";
import { readSession, sessionPath, writeSession } from "../session.ts";

/** The password was right, and the second factor is missing. */
const CODE_NEEDED = "TOTP_REQUIRED";

export const login: Command = {
  name: "login",
  about: "Signs in with a password and keeps the session.",
  details: [
    "The password is asked for in the terminal, or read from the first line of standard input.",
    "It is never an option, because other users can read command lines.",
  ],
  options: [
    { name: "email", value: "address", about: "Your address. Default: that of the last session, or it is asked for." },
    {
      name: "code",
      value: "digits",
      about: "Code of the second factor. In a terminal it is asked for if it is needed.",
    },
  ],
  examples: [
    "emissions login --url https://emissions.example --organization 0197f3a0-0000-7000-8000-0000000000a1 --email ada@acme.example",
    "emissions login < password.txt",
  ],
  run: async (call) => {
    const { io, isJson } = call;
    const { url, organizationId, email } = await accountOf(call);
    const password = await secretOf(io, `Password of ${email}: `);
    const { access_token: token, expires_in } = await signIn(call, clientOf({ baseUrl: url }), { email, password });
    const expiresAt = new Date(Date.now() + expires_in * 1000).toISOString();
    const client = clientOf({ baseUrl: url, organizationId, credential: { token } });
    const organization = await client
      .call("getOrganization", { path: { id: organizationId } })
      .catch(async (error: unknown) => {
        // The session would be of no use. Its end is not essential: it expires by itself.
        await endSessionOf(client).catch(() => {});
        throw error;
      });
    await writeSession(io, { url, organization_id: organizationId, email, token, expires_at: expiresAt });
    const shown = {
      url,
      email,
      organization_id: organizationId,
      organization_name: organization.name,
      expires_at: expiresAt,
    };
    if (isJson) await printJson(io, shown);
    else await printFields(io, { ...shown, session: sessionPath(io) });
    return EXIT.ok;
  },
};

/** The account of the options, the environment or the last session. */
async function accountOf({ io, options }: Call): Promise<{ url: string; organizationId: string; email: string }> {
  // A session file that is not valid is replaced.
  const last = await readSession(io).catch(() => null);
  const url = settingOf(io, options, "url") ?? last?.url;
  if (url === undefined) throw usageFailure("The address is missing: give --url, or set EMISSIONS_URL");
  const checked = checkedUrl(url);
  const organizationId = settingOf(io, options, "organization") ?? last?.organization_id;
  if (organizationId === undefined)
    throw usageFailure("The organization is missing: give --organization, or set EMISSIONS_ORGANIZATION");
  const email = textOf(options, "email") || last?.email || (io.stdin.isTTY ? await ask(io, "Email: ") : "");
  if (email === "") throw usageFailure("--email is missing");
  return { url: checked, organizationId, email };
}

async function signIn({ io, options }: Call, client: Client, account: { email: string; password: string }) {
  const attempt = (code: string | undefined) =>
    client.call("login", { body: { ...account, ...(code !== undefined && { code }) } });
  const code = textOf(options, "code");
  try {
    return await attempt(code);
  } catch (error) {
    const isAsked = error instanceof RefusedError && error.code === CODE_NEEDED;
    if (!isAsked || code !== undefined || !io.stdin.isTTY) throw error;
    return attempt(await ask(io, "Code: ", { secret: true }));
  }
}

/** Ends the session that the client uses. */
export async function endSessionOf(client: Client): Promise<void> {
  const sessions = await client.call("listSessions");
  const own = sessions.find(({ current }) => current);
  if (own) await client.call("endSession", { path: { id: own.id } });
}
