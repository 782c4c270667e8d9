import { readFileSync } from "node:fs";
import { z } from "zod";

/** An advisory that does not apply to us, until somebody looks again. */
const Allowed = z.strictObject({
  id: z.string().regex(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/),
  package: z.string(),
  reason: z.string().min(20),
  expires: z.iso.date(),
});
export type Allowed = z.output<typeof Allowed>;

/** `pnpm audit --json` prints more fields for each advisory. */
const Advisory = z.object({
  github_advisory_id: z.string(),
  module_name: z.string(),
  severity: z.string(),
  title: z.string(),
});
export type Advisory = z.output<typeof Advisory>;

const Answer = z.object({ advisories: z.record(z.string(), Advisory) });
const Failure = z.object({ error: z.object({ message: z.string() }) });

/** Days from one look to the next. */
const ALLOWED_DAYS_MAX = 180;
const DAY_MS = 86_400_000;

export const readAllowed = (): Allowed[] =>
  z.array(Allowed).parse(JSON.parse(readFileSync(new URL("advisories.json", import.meta.url), "utf8")));

/** Throws if the registry gave no answer: then nothing is known. */
export function readAdvisories(printed: string): Advisory[] {
  const answer: unknown = JSON.parse(printed);
  const failure = Failure.safeParse(answer);
  if (failure.success) throw new Error(failure.data.error.message);
  return Object.values(Answer.parse(answer).advisories);
}

/** Advisories that count, and lines of the list to delete or to look at again. Days are `2026-01-31`. */
export function judge(advisories: Advisory[], allowed: Allowed[], today: string) {
  const isValid = (one: Allowed) => one.expires >= today;
  const isFor = (one: Allowed, { github_advisory_id: id, module_name: name }: Advisory) =>
    one.id === id && one.package === name;
  return {
    counting: advisories.filter((advisory) => !allowed.some((one) => isValid(one) && isFor(one, advisory))),
    expired: allowed.filter((one) => !isValid(one)),
    unused: allowed.filter((one) => !advisories.some((advisory) => isFor(one, advisory))),
  };
}

/** Entries that are valid for too long. */
export function tooLong(allowed: Allowed[], today: string): Allowed[] {
  const last = new Date(Date.parse(today) + ALLOWED_DAYS_MAX * DAY_MS).toISOString().slice(0, 10);
  return allowed.filter(({ expires }) => expires > last);
}
