import { RefusedError } from "@emissions/client";
import { useEffect, useState } from "preact/hooks";
import { useExpire } from "./context.ts";

export type Answer<T> =
  | { state: "loading"; value?: undefined; error?: undefined }
  | { state: "ready"; value: T; error?: undefined }
  | { state: "failed"; value?: undefined; error: unknown };

/** Refusals with the status of an ended session, for a wrong password or code. The session goes on. */
const WRONG_PROOFS = ["INVALID_CREDENTIALS", "TOTP_INVALID", "TOTP_REQUIRED"];

export const isExpired = (error: unknown) =>
  error instanceof RefusedError && error.status === 401 && !WRONG_PROOFS.includes(error.code ?? "");

/** Asks again when `key` changes, and ends the request of the key before. */
export function useAnswer<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Answer<T> & { again: () => void } {
  const expire = useExpire();
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Answer<T> & { key?: string }>({ state: "loading" });
  useEffect(() => {
    const stop = new AbortController();
    setAnswer({ state: "loading" });
    ask(stop.signal).then(
      (value) => stop.signal.aborted || setAnswer({ state: "ready", value, key }),
      (error) => {
        if (stop.signal.aborted) return;
        if (expire && isExpired(error)) expire();
        else setAnswer({ state: "failed", error, key });
      },
    );
    return () => stop.abort();
  }, [key, round]);
  // An answer to the former key is not shown with the present one.
  const shown: Answer<T> = answer.key === key || answer.state === "loading" ? answer : { state: "loading" };
  return { ...shown, again: () => setRound(round + 1) };
}
