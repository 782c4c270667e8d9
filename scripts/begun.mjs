// Plain JavaScript, because the boot script uses it on any Node from 18 on.

/** Environment variable: when the boot script began, in nanoseconds of the clock that all processes share. */
export const BEGUN = "EMISSIONS_BEGUN_NS";

/** The start of this process. Nobody can set that clock, in contrast to the one of `Date.now()`. */
export const processBegun = () => process.hrtime.bigint() - BigInt(Math.round(performance.now() * 1e6));

/**
 * Milliseconds since the boot script began, or since this process did, if it was started without that script.
 * @param {NodeJS.ProcessEnv} env
 */
export function msSinceBegun(env) {
  const noted = env[BEGUN] ?? "";
  const begun = /^\d+$/.test(noted) ? BigInt(noted) : processBegun();
  return Number(process.hrtime.bigint() - begun) / 1e6;
}
