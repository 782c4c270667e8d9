import { describe, expect, it } from "vitest";
import { completed, type Place, placed, type Step, stepped } from "./layout.ts";

const place = (i: string, x: number, y: number, w = 6, h = 4): Place => ({ i, x, y, w, h });
const texts = (places: readonly Place[]) =>
  places.map(({ i, x, y, w, h }) => `${i} ${x},${y} ${w}x${h}`).sort((a, b) => a.localeCompare(b));
const TWO_BY_TWO = [place("a", 0, 0), place("b", 6, 0), place("c", 0, 4), place("d", 6, 4)];
const step = (id: string, name: Step, places = TWO_BY_TWO) => texts(stepped(places, { id, step: name, columns: 12 }));

describe("the places of a dashboard", () => {
  it("keep stored gaps, and are inside the columns", () => {
    const stored = [place("a", 0, 3), place("b", 90, 0, 40), place("gone", 0, 0)];
    expect(texts(completed(stored, ["a", "b"], 12))).toEqual(["a 0,4 6x4", "b 0,0 12x4"]);
    expect(texts(completed([place("a", 0, 7)], ["a"], 12))).toEqual(["a 0,7 6x4"]);
  });

  it("put widgets without a place below all others", () => {
    expect(texts(completed([place("a", 0, 0, 12)], ["a", "b", "c"], 12))).toEqual([
      "a 0,0 12x4",
      "b 0,4 6x4",
      "c 6,4 6x4",
    ]);
    expect(texts(completed([], ["a", "b"], 2))).toEqual(["a 0,0 2x4", "b 0,4 2x4"]);
  });

  it("never overlap, wherever a widget is put", () => {
    for (let x = 0; x < 12; x++)
      for (let y = 0; y < 9; y++) {
        const places = placed(TWO_BY_TWO, place("a", x, y, 5, 3), 12);
        expect(texts(completed(places, ["a", "b", "c", "d"], 12))).toEqual(texts(places));
      }
  });
});

describe("a step", () => {
  it.each<[Step, string[]]>([
    ["down", ["a 0,4 6x4", "b 6,0 6x4", "c 0,0 6x4", "d 6,4 6x4"]],
    ["right", ["a 1,0 6x4", "b 6,4 6x4", "c 0,4 6x4", "d 6,8 6x4"]],
    ["narrower", ["a 0,0 5x4", "b 6,0 6x4", "c 0,4 6x4", "d 6,4 6x4"]],
    ["taller", ["a 0,0 6x5", "b 6,0 6x4", "c 0,5 6x4", "d 6,4 6x4"]],
    ["lower", ["a 0,0 6x3", "b 6,0 6x4", "c 0,3 6x4", "d 6,4 6x4"]],
    ["up", texts(TWO_BY_TWO)],
    ["left", texts(TWO_BY_TWO)],
  ])("%s moves the others out of the way", (name, places) => {
    expect(step("a", name)).toEqual(places);
  });

  it("up passes the widget above", () => {
    expect(step("c", "up")).toEqual(["a 0,4 6x4", "b 6,0 6x4", "c 0,0 6x4", "d 6,4 6x4"]);
  });

  it("wider ends at the right edge", () => {
    expect(step("d", "wider")).toEqual(texts(TWO_BY_TWO));
  });
});
