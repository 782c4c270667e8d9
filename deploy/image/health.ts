// Exits with 0 if the process in this container is ready: `health.ts <port of health and metrics>`.
/** The answer takes up to 2 s. */
const LIMIT_MS = 3_000;

const [port = ""] = process.argv.slice(2);
const url = `http://127.0.0.1:${port}/readyz`;
try {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (!ok) throw new Error(`${url} answers ${status}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
