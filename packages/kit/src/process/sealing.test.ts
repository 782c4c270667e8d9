import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Sealer, SealingKeys } from "./sealing.ts";

const key = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [first, second] = [key("first"), key("second")];
const sealer = (keys: string) => new Sealer(SealingKeys.parse(keys));
const secret = Buffer.from("whsec_of nobody");

describe("a sealed value", () => {
  it("opens to the original value, and differs at each sealing", () => {
    const ours = sealer(first);
    const [one, other] = [ours.seal(secret, "a"), ours.seal(secret, "a")];
    expect(ours.open(one, "a")).toEqual(secret);
    expect(one).not.toEqual(other);
    expect(one.includes(secret)).toBe(false);
  });

  it("does not open in another context, nor altered or truncated", () => {
    const ours = sealer(first);
    const sealed = ours.seal(secret, "a");
    expect(() => ours.open(sealed, "b")).toThrow();
    for (let at = 0; at < sealed.length; at++) {
      const altered = Buffer.from(sealed);
      altered[at]! ^= 1;
      expect(() => ours.open(altered, "a")).toThrow();
      expect(() => ours.open(sealed.subarray(0, at), "a")).toThrow();
    }
  });

  it("still opens after the first key has changed, and is then old", () => {
    const sealed = sealer(first).seal(secret, "a");
    const rotated = sealer(`${second},${first}`);
    expect(rotated.open(sealed, "a")).toEqual(secret);
    expect([sealer(first).isOld(sealed), rotated.isOld(sealed)]).toEqual([false, true]);
    expect(() => sealer(second).open(sealed, "a")).toThrow('The key "first"');
  });

  it("is sealed again with the first key, and then needs no other key", () => {
    const renewed = sealer(`${second},${first}`).renew(sealer(first).seal(secret, "a"), "a");
    expect(sealer(second).open(renewed, "a")).toEqual(secret);
    expect(sealer(second).isOld(renewed)).toBe(false);
  });
});

it.each(["", "first", "first:c2hvcnQ=", `${first},${first}`, `A b:${first.slice(6)}`, `${first},`])(
  "refuses %j as keys, without repeating it",
  (text) => {
    const { success, error } = SealingKeys.safeParse(text);
    expect(success).toBe(false);
    if (text.length > 10) expect(JSON.stringify(error?.issues)).not.toContain(text.slice(6, 40));
  },
);
