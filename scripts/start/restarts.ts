const LIMIT = 5;
const WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 100;

/** Milliseconds to wait before the restart of a process, or null at its sixth end within a minute. */
export function restartPolicy(): (name: string, nowMs: number) => number | null {
  const ends = new Map<string, number[]>();
  return (name, nowMs) => {
    const recent = (ends.get(name) ?? []).filter((time) => nowMs - time < WINDOW_MS);
    if (recent.length >= LIMIT) return null;
    ends.set(name, [...recent, nowMs]);
    return FIRST_PAUSE_MS * 2 ** recent.length;
  };
}
