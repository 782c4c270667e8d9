import { useTexts } from "../state/context.ts";

export const STEPS = ["file", "columns", "names", "rows", "records"] as const;
export type Step = (typeof STEPS)[number];

/** The steps of an import, with the present one. */
export function Steps({ current }: { current: Step }) {
  const { say } = useTexts();
  return (
    <ol class="steps" aria-label={say("imports.steps")}>
      {STEPS.map((step) => (
        <li key={step} {...(step === current && { "aria-current": "step" as const })}>
          {say(`imports.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
