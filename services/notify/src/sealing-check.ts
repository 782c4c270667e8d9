import { faultsOfReplies } from "@emissions/kit/db/reseal";
import type { Logger } from "@emissions/kit/process/log";
import type { Check } from "@emissions/kit/process/ops";
import type { Context } from "./context.ts";
import { faultsOfSecrets } from "./endpoint/reseal.ts";

type Needs = Pick<Context, "db" | "sealer">;

/**
 * Opens one stored value for each key that sealed some. If one does not open, the process says so and is not ready: it
 * could not sign deliveries. The check passes as soon as all open, for example after another process sealed them anew.
 */
export async function sealingChecks(context: Needs, log: Logger): Promise<ReadonlyMap<string, Check>> {
  const faults = await faultsOf(context);
  if (faults.length === 0) return new Map();
  const reason = `sealing keys: ${faults.join("; ")}`;
  log.error({ faults }, "WEBHOOK_SECRET_KEYS does not open what is stored; the process is not ready");
  const check = async () => {
    const left = await faultsOf(context);
    if (left.length > 0) throw new Error(left.join("; "));
  };
  return new Map([[reason, check]]);
}

async function faultsOf({ db, sealer }: Needs): Promise<string[]> {
  const secrets = await faultsOfSecrets(db, sealer);
  const replies = await faultsOfReplies(db, sealer);
  return [
    ...secrets.map((fault) => `secrets of webhook endpoints: ${fault}`),
    ...replies.map((fault) => `stored replies: ${fault}`),
  ];
}
