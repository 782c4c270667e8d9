import { useTexts } from "../state/context.ts";
import type { Step } from "./layout.ts";

const STEPS: readonly (readonly [Step, string])[] = [
  ["left", "←"],
  ["right", "→"],
  ["up", "↑"],
  ["down", "↓"],
  ["wider", "⇥"],
  ["narrower", "⇤"],
  ["taller", "⤓"],
  ["lower", "⤒"],
];

const ARROWS: Readonly<Record<string, readonly [move: Step, resize: Step]>> = {
  ArrowLeft: ["left", "narrower"],
  ArrowRight: ["right", "wider"],
  ArrowUp: ["up", "lower"],
  ArrowDown: ["down", "taller"],
};

/** The step of an arrow key. With Shift, or on the handle of the size, it changes the size. */
export function stepOf({ key, shiftKey }: KeyboardEvent, resizes = false): Step | undefined {
  return ARROWS[key]?.[resizes || shiftKey ? 1 : 0];
}

/** Buttons for all steps: for touch, and for screen readers that use the arrow keys themselves. */
export function PlaceTools({ label, onStep }: { label: string; onStep: (step: Step) => void }) {
  const { say } = useTexts();
  return (
    <fieldset class="place-tools" aria-label={label}>
      {STEPS.map(([step, sign]) => (
        <button
          key={step}
          type="button"
          class="icon"
          aria-label={say(`boards.${step}`)}
          title={say(`boards.${step}`)}
          onClick={() => onStep(step)}
        >
          {sign}
        </button>
      ))}
    </fieldset>
  );
}
