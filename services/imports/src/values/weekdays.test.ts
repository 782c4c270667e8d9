import { describe, expect, it } from "vitest";
import { type Digits, readWeekdays, weekdaysOfApi } from "./weekdays.ts";

const read = (text: string, digits: Digits = "with zero"): string => {
  const found = readWeekdays(text, digits);
  return found.map((one) => (one === null ? "" : "error" in one ? one.error.code : one.value)).join(" ");
};
const WORKING = "0 1 2 3 4";
const AMBIGUOUS = "value_error.weekdays.ambiguous";
const UNKNOWN = "value_error.weekdays";

describe("weekdays", () => {
  it.each([
    ["Mon-Fri", WORKING],
    ["Monday to Friday", WORKING],
    ["Mon – Thu", "0 1 2 3"],
    ["M-F", WORKING],
    ["MTWTF", WORKING],
    ["M, W, F", "0 2 4"],
    ["Mon, Wed and Fri", "0 2 4"],
    ["weekdays", WORKING],
    ["every day", "0 1 2 3 4 5 6"],
    ["7 days", "0 1 2 3 4 5 6"],
    ["L-V", WORKING],
    ["L-J", "0 1 2 3"],
    ["LMXJV", WORKING],
    ["L M X J V", WORKING],
    ["L;X;V", "0 2 4"],
    ["De lunes a viernes", WORKING],
    ["lunes, miércoles y viernes", "0 2 4"],
    ["Sábado", "5"],
    ["dl-dv", WORKING],
    ["dilluns i dimecres", "0 2"],
    ["du lundi au vendredi", WORKING],
    ["mardi et jeudi", "1 3"],
    ["dal lunedì al venerdì", WORKING],
    ["Lun-Ven", WORKING],
    ["Mo-Fr", WORKING],
    ["Montag bis Donnerstag", "0 1 2 3"],
    ["Di-Do", "1 2 3"],
    ["segunda-feira a sexta-feira", WORKING],
    ["seg; qua; sex", "0 2 4"],
    ["0; 1; 2", "0 1 2"],
  ])("of %s are read", (text, days) => expect(read(text)).toBe(days));

  it.each(["5", "3", "0", "5 days", "5 días", "3x", "5/week", "1;2;3;4;5", "Do", "L, M, V", "M-V"])(
    "of %s may be two things, and are asked back",
    (text) => expect(read(text)).toBe(AMBIGUOUS),
  );

  it.each(["often", "Fri-Mon", "5.5", "8;9", "Mon-x", "-", "lundi au viernes", "x".repeat(300), "Mon, Mon"])(
    "of %s are refused",
    (text) => expect([UNKNOWN, AMBIGUOUS]).toContain(read(text)),
  );

  it("in the API's own writing are digits from 0 for Monday", () => {
    expect([read("5", "all"), read("1;2", "all"), read("1;2", "lists"), read("5", "lists")]).toEqual([
      ...["5", "1 2", "1 2", AMBIGUOUS],
    ]);
    expect(read(weekdaysOfApi("5"))).toBe("5");
    expect(read(weekdaysOfApi("1; 2; 3"))).toBe("1 2 3");
  });

  it("name both readings", () => {
    const messageOf = (text: string) =>
      (readWeekdays(text, "with zero")[0] as { error: { message: string } }).error.message;
    expect(messageOf("5")).toBe('"5" may be a number of days or Saturday; write the days, such as Mon-Fri');
    expect(messageOf("1;2;3")).toContain("Tuesday or Monday");
    expect(messageOf("Do")).toContain("Sun or Thu");
  });
});
