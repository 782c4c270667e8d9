import { useEffect, useState } from "preact/hooks";
import { useTexts } from "../state/context.ts";

const SECOND_MS = 1_000;

/** Work of the service whose end is not known, with the seconds that it has taken. */
export function Waiting({ text }: { text: string }) {
  const { say, announce } = useTexts();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    announce(text);
    const begin = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - begin) / SECOND_MS)), SECOND_MS);
    return () => clearInterval(timer);
  }, [text]);
  return (
    <div class="notice waiting">
      <p>
        {text} {seconds > 0 && say("form.seconds", { seconds })}
      </p>
      <progress aria-label={text} />
    </div>
  );
}
