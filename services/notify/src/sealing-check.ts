import { faultsOfReplies } from "@emissions/kit/db/reseal";
import type { Logger } from "@emissions/kit/process/log";
import type { Check } from "@emissions/kit/process/readiness";
import * as kit from "@emissions/kit/process/sealing-check";
import type { Context } from "./context.ts";
import { faultsOfSecrets } from "./endpoint/reseal.ts";

type Needs = Pick<Context, "db" | "sealer">;

/** Without the right keys the process could not sign deliveries. */
export const sealingChecks = (context: Needs, log: Logger): Promise<ReadonlyMap<string, Check>> =>
  kit.sealingChecks({
    problem: "WEBHOOK_SECRET_KEYS does not open what is stored",
    faultsOf: () => faultsOf(context),
    log,
  });

async function faultsOf({ db, sealer }: Needs): Promise<string[]> {
  const secrets = await faultsOfSecrets(db, sealer);
  const replies = await faultsOfReplies(db, sealer);
  return [
    ...secrets.map((fault) => `secrets of webhook endpoints: ${fault}`),
    ...replies.map((fault) => `stored replies: ${fault}`),
  ];
}
