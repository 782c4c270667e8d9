const DAY_MS = 86_400_000;
const SUNDAY = 0;

/** Days since 1970-01-01 of a text such as 2026-01-31. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const monthText = (day: number): string => dayText(day).slice(0, 7);

/**
 * Days on which clocks change by an hour somewhere: in Europe, North America, Chile, Australia and New Zealand. Meters write
 * local times mostly without an offset, so the day alone permits a doubled hour.
 */
function changeOf(day: number): "back" | "forward" | null {
  const date = new Date(day * DAY_MS);
  if (date.getUTCDay() !== SUNDAY) return null;
  const [month, of] = [date.getUTCMonth() + 1, date.getUTCDate()];
  if ((month === 10 && of >= 25) || (month === 11 && of <= 7) || (month === 4 && of <= 7)) return "back";
  const isForward =
    (month === 3 && (of >= 25 || (of >= 8 && of <= 14))) ||
    (month === 9 && (of <= 7 || of >= 24)) ||
    (month === 10 && of <= 7);
  return isForward ? "forward" : null;
}

/** An hour may be twice. */
export const mayHave25Hours = (day: number): boolean => changeOf(day) === "back";
export const mayHave23Hours = (day: number): boolean => changeOf(day) === "forward";

const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2}))?/;
/** No zone changes its offset within a quarter of an hour. */
const QUARTER = 15;

/** Minutes to add to a UTC time for the local time of a zone such as `Europe/Madrid`. Throws a RangeError for another text. */
export function zoneOffsets(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const known = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / QUARTER);
    const earlier = known.get(quarter);
    if (earlier !== undefined) return earlier;
    const name = format.formatToParts(quarter * QUARTER * 60_000).find(({ type }) => type === "timeZoneName")!.value;
    const [, sign, hours = "0", minutes = "0"] = OFFSET.exec(name) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
    known.set(quarter, offset);
    return offset;
  };
}
