import { randomBytes } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { expect, it } from "vitest";
import { newId } from "../process/id.ts";
import { PrincipalSigner, servicePrincipal } from "./principal.ts";

const secret = randomBytes(32).toString("hex");
const signer = new PrincipalSigner(secret, "gateway");
const principal = { ...servicePrincipal(newId()), descendants: [newId()] };
const now = Date.now() / 1000;

it("is verified unchanged, by another service too", () => {
  expect(new PrincipalSigner(secret, "calc").verify(signer.sign(principal))).toEqual(principal);
});

it("is a standard JWS", async () => {
  const { payload, protectedHeader } = await jwtVerify(signer.sign(principal), Buffer.from(secret));
  expect([protectedHeader.alg, payload.iss, payload.principal]).toEqual(["HS256", "gateway", principal]);
});

it("is signed once until it is about to expire", () => {
  const first = signer.sign(principal, now);
  expect([signer.sign(principal, now + 20) === first, signer.sign(principal, now + 40) === first]).toEqual([
    true,
    false,
  ]);
});

it("of a service is signed once for each organization", () => {
  const id = newId();
  expect(signer.sign(servicePrincipal(id), now + 20)).toBe(signer.sign(servicePrincipal(id), now));
});

it.each([
  ["changed", (token: string) => token.replace(/\.(.)/, (_, c) => `.${c === "a" ? "b" : "a"}`)],
  ["without signature", (token: string) => token.slice(0, token.lastIndexOf(".") + 1)],
  ["empty", () => ""],
  ["signed with another secret", () => new PrincipalSigner("x".repeat(32), "gateway").sign(principal)],
])("is refused when %s", (_, change) => {
  expect(() => signer.verify(change(signer.sign(principal)))).toThrow(/not genuine/);
});

it("is refused with another algorithm", async () => {
  const token = await new SignJWT({ principal }).setProtectedHeader({ alg: "HS512" }).sign(Buffer.from(secret));
  expect(() => signer.verify(token)).toThrow(/not genuine/);
});

it("is refused after a minute even if it was accepted before", () => {
  const token = signer.sign({ ...principal }, now);
  expect(signer.verify(token, now + 59)).toEqual(principal);
  expect(() => signer.verify(token, now + 61)).toThrow(/expired/);
});
