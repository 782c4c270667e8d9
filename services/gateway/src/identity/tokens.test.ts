import { newId } from "@emissions/kit/process/id";
import { fixedSecrets } from "@emissions/kit/process/secrets";
import { expect, it } from "vitest";
import { createTokens } from "./tokens.ts";

it("a token stays valid while its secret is accepted, and new ones have the first secret", async () => {
  const [before, during, after] = [
    createTokens({ secrets: fixedSecrets("the former secret") }),
    createTokens({ secrets: fixedSecrets("the new secret", "the former secret") }),
    createTokens({ secrets: fixedSecrets("the new secret") }),
  ];
  const signedIn = { userId: newId(), email: "ada@acme.example", sessionId: newId() };
  const [old, young] = [await before.issue!(signedIn), await during.issue!(signedIn)];
  const known = { case: "email", value: signedIn.email, session: { userId: signedIn.userId, id: signedIn.sessionId } };
  expect(await during.verify(old)).toEqual(known);
  expect(await after.verify(young)).toEqual(known);
  await expect(after.verify(old)).rejects.toThrow("Invalid or expired token");
});
