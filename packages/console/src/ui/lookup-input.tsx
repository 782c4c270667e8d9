import type { ImportOption } from "@emissions/client/types";
import { useEffect, useState } from "preact/hooks";
import type { Control } from "./form-field.tsx";

/** Milliseconds without a key before a search. */
const PAUSE_MS = 250;

interface Props {
  control: Control;
  text: string;
  search: (text: string, signal: AbortSignal) => Promise<readonly ImportOption[]>;
  /** The value is undefined while the text is no entry of the list. */
  onChange: (text: string, value: string | undefined) => void;
}

/** A field that offers entries. The browser shows the list, so it works as people and screen readers know it. */
export function LookupInput({ control, text, search, onChange }: Props) {
  const [options, setOptions] = useState<readonly ImportOption[]>([]);
  const [used, setUsed] = useState(false);
  const list = `${control.id}-list`;
  useEffect(() => {
    // The text of a chosen entry needs no further search.
    if (!used || entryOf(text, options) !== undefined) return;
    const stop = new AbortController();
    const read = () =>
      search(text, stop.signal).then(
        (found) => {
          if (stop.signal.aborted) return;
          setOptions(found);
          const value = entryOf(text, found);
          if (value !== undefined) onChange(text, value);
        },
        // A failed search offers nothing. The next key searches again.
        () => {},
      );
    const timer = setTimeout(read, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, used]);
  return (
    <>
      <input
        {...control}
        value={text}
        list={list}
        autocomplete="off"
        onFocus={() => setUsed(true)}
        onInput={({ currentTarget: { value } }) => onChange(value, entryOf(value, options))}
      />
      <datalist id={list}>
        {options.map(({ value, label }) => (
          <option key={value} value={label} />
        ))}
      </datalist>
    </>
  );
}

const entryOf = (label: string, among: readonly ImportOption[]) => among.find((one) => one.label === label)?.value;
