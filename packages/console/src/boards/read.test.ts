import { expect, it } from "vitest";
import { parsed } from "./read.ts";

it("writes a config back with the digits of its numbers", () => {
  const text = '{"config":{"target":1.50,"large":12345678901234567890,"small":1e-2,"y":4,"list":[0.1]}}';
  expect(JSON.stringify(parsed(text))).toBe(text);
  expect(parsed<{ config: { y: number } }>(text).config.y).toBe(4);
});
