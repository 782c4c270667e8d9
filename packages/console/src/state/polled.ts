import { useEffect, useState } from "preact/hooks";
import { type Answer, isExpired, useAnswer } from "./answer.ts";
import { useSignedIn } from "./context.ts";

interface Options<T> {
  isRunning: (value: T) => boolean;
  /** Milliseconds between two readings. */
  pauseMs: number;
}

/** Reads again while the work runs. A failed repetition keeps the last value, and is repeated. */
export function usePolled<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<T>,
  { isRunning, pauseMs }: Options<T>,
): Answer<T> & { again: () => void } {
  const { expire } = useSignedIn();
  const first = useAnswer(key, ask);
  const [latest, setLatest] = useState<{ after: T; value: T } | null>(null);
  const [failures, setFailures] = useState(0);
  const { value: begin } = first;
  const value = latest !== null && latest.after === begin ? latest.value : begin;
  const running = value !== undefined && isRunning(value);
  useEffect(() => {
    if (!running) return;
    const stop = new AbortController();
    const read = () =>
      ask(stop.signal).then(
        (next) => stop.signal.aborted || setLatest({ after: begin!, value: next }),
        (error) => {
          if (stop.signal.aborted) return;
          if (isExpired(error)) expire();
          else setFailures(failures + 1);
        },
      );
    const timer = setTimeout(read, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [value, running, failures]);
  return first.state === "ready" ? { ...first, value: value as T } : first;
}
