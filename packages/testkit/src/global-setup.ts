import { startTestInfra } from "./infra.ts";

/** Called by vitest once, before the first test file; what it gives back is called after the last. */
export default async function setup() {
  const infra = await startTestInfra();
  return () => infra.stop();
}
