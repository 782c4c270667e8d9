import type { Command } from "../command.ts";
import { clientOf, connect } from "../connection.ts";
import { EXIT } from "../exit.ts";
import { print } from "../io.ts";
import { printFields, printJson } from "../output.ts";
import { report } from "../report.ts";
import { deleteSession, readSession } from "../session.ts";
import { endSessionOf } from "./login.ts";

export const logout: Command = {
  name: "logout",
  about: "Ends the session and deletes its file.",
  details: [
    "The file is deleted even if the service cannot be reached. The session then ends by itself within an hour.",
  ],
  examples: ["emissions logout"],
  exits: [EXIT.unreachable],
  run: async ({ io, isJson }) => {
    // A file that is not valid is deleted, too.
    const session = await readSession(io).catch(() => null);
    await deleteSession(io);
    const isValid = session !== null && Date.parse(session.expires_at) > Date.now();
    if (isValid) {
      const { url, organization_id: organizationId, token } = session;
      try {
        await endSessionOf(clientOf({ baseUrl: url, organizationId, credential: { token } }));
      } catch (error) {
        const exit = await report(io, error, isJson);
        // A session that the service does not know has ended.
        if (exit !== EXIT.signIn) return exit;
      }
    }
    if (isJson) await printJson(io, { signed_out: session !== null });
    else await print(io.stdout, session ? "Signed out\n" : "There was no session\n");
    return EXIT.ok;
  },
};

export const whoami: Command = {
  name: "whoami",
  about: "Shows the service, the organization and the credential that commands use.",
  examples: ["emissions whoami", "emissions whoami --json"],
  run: async ({ io, options, isJson }) => {
    const { client, url, organizationId, session } = await connect(io, options);
    const { name } = await client.call("getOrganization", { path: { id: organizationId } });
    const shown = {
      url,
      organization_id: organizationId,
      organization_name: name,
      credential: session ? "session" : "api_key",
      email: session?.email ?? null,
      expires_at: session?.expires_at ?? null,
    };
    await (isJson ? printJson(io, shown) : printFields(io, shown));
    return EXIT.ok;
  },
};
