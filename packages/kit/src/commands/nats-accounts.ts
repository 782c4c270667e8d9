// Prints the accounts and users of NATS, for `include` in the configuration of a server. Passwords stay in the
// environment of the server.
import { accountsConfig } from "../messages/accounts.ts";
import { readDeclarations } from "../messages/declared-events.ts";

process.stdout.write(accountsConfig(readDeclarations()));
