import { freePorts } from "@emissions/testkit/ports";
import { readSettings, refuseTakenPorts } from "./start/settings.ts";

/** Free ports: other tests and a started system use ports at the same time. */
export async function quietPorts(): Promise<{ PORT: string; PORT_BASE: string }> {
  const [gateway, base] = await freePorts(2);
  const env = { PORT: String(gateway), PORT_BASE: String(base) };
  const free = await refuseTakenPorts(readSettings([], env).ports).then(
    () => true,
    () => false,
  );
  return free ? env : quietPorts();
}
