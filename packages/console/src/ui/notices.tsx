import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Answer } from "../state/answer.ts";
import { useTexts } from "../state/context.ts";
import { reasonsOf } from "../words/reasons.ts";

/** The reasons of a failed request, in plain words. */
export function Failure({ error, onAgain }: { error: unknown; onAgain?: () => void }) {
  const { say } = useTexts();
  return (
    <div class="notice failure" role="alert">
      {reasonsOf(error, say).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {onAgain && (
        <button type="button" onClick={onAgain}>
          {say("again")}
        </button>
      )}
    </div>
  );
}

interface LoadedProps<T> {
  answer: Answer<T> & { again: () => void };
  children: (value: T) => ComponentChildren;
}

/** Shows that an answer is awaited, its failure, or its value. */
export function Loaded<T>({ answer, children }: LoadedProps<T>) {
  const { say, announce } = useTexts();
  const { state, value, error, again } = answer;
  useEffect(() => {
    announce(say(state === "loading" ? "loading" : "loaded"));
  }, [state]);
  if (state === "loading") return <p class="loading">{say("loading")}</p>;
  if (state === "failed") return <Failure error={error} onAgain={again} />;
  return <>{children(value)}</>;
}
