import type { Logger } from "./log.ts";
import type { Check } from "./readiness.ts";

interface Sealed {
  /** For the log: which variable is wrong. */
  problem: string;
  /** Opens one stored value for each key that sealed some. The answer has the reasons of those that do not open. */
  faultsOf(): Promise<string[]>;
  log: Pick<Logger, "error">;
}

/**
 * If a stored value does not open, the process says so and is not ready: it could not do its work. The check passes as
 * soon as all open, for example after another process sealed them anew.
 */
export async function sealingChecks({ problem, faultsOf, log }: Sealed): Promise<ReadonlyMap<string, Check>> {
  const faults = await faultsOf();
  if (faults.length === 0) return new Map();
  const reason = `sealing keys: ${faults.join("; ")}`;
  log.error({ faults }, `${problem}; the process is not ready`);
  const check = async () => {
    const left = await faultsOf();
    if (left.length > 0) throw new Error(left.join("; "));
  };
  return new Map([[reason, check]]);
}
