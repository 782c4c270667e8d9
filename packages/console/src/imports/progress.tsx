import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import { Waiting } from "../ui/waiting.tsx";

/** The part of a file that was sent. Then the service reads it. */
export function UploadProgress({ share }: { share: number }) {
  const { say, locale } = useTexts();
  if (share >= 1) return <Waiting text={say("imports.reading")} />;
  const text = say("imports.sent", { percent: digits(Math.floor(share * 100), locale) });
  return (
    <div class="notice waiting">
      <p>{text}</p>
      <progress max={1} value={share} aria-label={text} />
    </div>
  );
}
