import { expect, it } from "vitest";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { named, sayIn } from "./words.ts";

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

it("has every word in both languages, with the same places", () => {
  expect(Object.keys(es).sort()).toEqual(Object.keys(en).sort());
  for (const [word, text] of Object.entries(en)) {
    const spanish = es[word as keyof typeof en];
    expect(text.trim(), word).not.toBe("");
    expect(spanish.trim(), word).not.toBe("");
    expect(placesIn(spanish), word).toEqual(placesIn(text));
  }
});

it("fills the places of a word", () => {
  expect(sayIn("en")("jobs.progress", { done: 3, total: 5 })).toContain("3 of 5");
});

it("shows a value without a word as it is", () => {
  expect(named(sayIn("es"), "status", "a_new_status")).toBe("a new status");
});
