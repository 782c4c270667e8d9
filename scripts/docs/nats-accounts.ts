import { accountsConfig } from "@emissions/kit/messages/accounts";
import { readDeclarations } from "@emissions/kit/messages/declared-events";

export const NATS_ACCOUNTS_PATH = new URL("../../deploy/nats-accounts.conf", import.meta.url).pathname;

/** The file of deploy/, the same as the command `nats-accounts.ts` of kit prints. */
export const natsAccounts = (): string => accountsConfig(readDeclarations());
