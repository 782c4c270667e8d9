import { RefusedError } from "@emissions/client";
import { useTexts } from "../state/context.ts";
import { reasonsOf } from "../words/reasons.ts";
import { violationsOf } from "../words/violations.ts";

/** Links that are used, expired or withdrawn are refused like unknown ones. */
export const isNoLink = (error: unknown) => error instanceof RefusedError && error.status === 404;

interface Props {
  error: unknown;
  /** Whether a new password was written in two ways. */
  differ?: boolean;
}

/** The reason why a link or a password was not taken, in words. */
export function LinkRefusal({ error, differ = false }: Props) {
  const { say } = useTexts();
  const reasons = differ ? [say("account.differ")] : refusalsOf();
  function refusalsOf(): string[] {
    if (error === null) return [];
    if (isNoLink(error)) return [say("link.notFound")];
    if (error instanceof RefusedError && error.code === "INVALID_CREDENTIALS") return [say("join.confirm")];
    const violations = Object.values(violationsOf(error, [], say)).flat();
    return violations.length > 0 ? violations : reasonsOf(error, say);
  }
  if (reasons.length === 0) return null;
  return (
    <div class="notice failure" role="alert">
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </div>
  );
}
