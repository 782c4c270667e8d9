import { beforeAll, describe, expect, it } from "vitest";
import { loadEarth } from "./earth.ts";
import type { Land } from "./land.ts";
import { loadPlaces, type Places } from "./places.ts";
import { resolvePlace } from "./resolve.ts";
import type { Point } from "./sphere.ts";

/** Inhabitants of a large city. */
const LARGE = 100_000;

let places: Places;
let land: Land;
beforeAll(async () => {
  places = await loadPlaces();
  land = (await loadEarth()).land;
});

function point(text: string): Point {
  const found = resolvePlace(places, text);
  if (!("index" in found)) throw new Error(`${text} is not clear`);
  return places.pointOf(found.index);
}
const landmasses = (...texts: string[]) => texts.map((text) => land.landmassOf(point(text)));

describe("a landmass", () => {
  it("is that of both places on one continent or island", () => {
    const [madrid, shanghai, johannesburg] = landmasses("Madrid", "Shanghai", "Johannesburg");
    expect([shanghai, johannesburg]).toEqual([madrid, madrid]);
    const [lisbon, ...others] = landmasses("Lisbon, PT", "New York City", "Sydney, AU", "Palma, ES", "London, GB");
    expect(lisbon).toBe(madrid);
    expect(new Set([lisbon, ...others]).size).toBe(5);
  });

  it.each([
    ["Palma, ES", "Barcelona, ES"],
    ["Dublin, IE", "London, GB"],
    ["Las Palmas de Gran Canaria", "Santa Cruz de Tenerife"],
    ["Belfast, GB", "Glasgow, GB"],
    ["Honolulu", "Hilo, HI"],
    ["Sapporo", "Tokyo"],
  ])("separates %s and %s, which no road joins", (one, other) => {
    const [landmass, otherLandmass] = landmasses(one, other);
    expect([landmass, otherLandmass]).not.toContain(null);
    expect(landmass).not.toBe(otherLandmass);
    expect(land.isJoined(point(one), point(other))).toBe(false);
  });

  it.each([
    ["Copenhagen", "Århus"],
    ["Nakskov, DK", "Århus"],
    ["New York City", "Chicago"],
    ["Fukuoka", "Tokyo"],
    ["George Town, MY", "Kota Bharu"],
  ])("of %s and of %s are two, which bridges join", (one, other) => {
    expect(new Set(landmasses(one, other)).size).toBe(2);
    expect(land.isJoined(point(one), point(other))).toBe(true);
  });

  it("continues beyond the 180th meridian", () => {
    const siberia = land.landmassOf([66.5, -175]);
    expect(siberia).toBe(land.landmassOf(point("Moscow")));
    const [vanuaLevu, east] = [land.landmassOf([-16.6, 179.4]), land.landmassOf([-16.8, 179.9])];
    expect(vanuaLevu).not.toBeNull();
    expect(east).not.toBeNull();
  });

  it("is not at sea, and there is none far from every coast", () => {
    expect(land.isLand([45, -30])).toBe(false);
    expect(land.landmassOf([45, -30])).toBeNull();
    expect(land.isLand([40, -100])).toBe(true);
  });

  it("is known for every large city", () => {
    const STEP = 7;
    const lost: number[] = [];
    for (let index = places.firstCity; places.at(index).population >= LARGE; index += STEP)
      if (land.landmassOf(places.pointOf(index)) === null) lost.push(index);
    expect(lost).toEqual([]);
  });
});
