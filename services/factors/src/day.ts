const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day of the calendar as "2026-01-31": neither February 30 nor a time. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Of the calendar in UTC. */
export const today = () => new Date().toISOString().slice(0, "2026-01-31".length);
