import { scryptSync } from "node:crypto";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { HashSlots } from "./hash-slots.ts";
import { checkPassword, isPassword } from "./passwords.ts";

const PASSWORD = "correct horse battery";

/** A hash of the cost of earlier releases. */
function earlierHash(): string {
  const key = scryptSync(PASSWORD, Buffer.alloc(16, 1), 32, { N: 2 ** 14, r: 8, p: 1 });
  return `scrypt$${2 ** 14}$8$1$${Buffer.alloc(16, 1).toString("base64url")}$${key.toString("base64url")}`;
}

it("renews a hash of an earlier cost when the password is right, and only then", async () => {
  const wrong = await checkPassword("wrong horse battery", earlierHash());
  expect(wrong).toEqual({ isCorrect: false, renewed: null });
  const { isCorrect, renewed } = await checkPassword(PASSWORD, earlierHash());
  expect([isCorrect, renewed]).toEqual([true, expect.stringMatching(/^scrypt\$131072\$8\$1\$/)]);
  expect(await isPassword(PASSWORD, renewed)).toBe(true);
});

it("hashes few passwords at once, lets few wait, and refuses more", async () => {
  const slots = new HashSlots({ atOnceMax: 2, waitingMax: 3 });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await gate.promise;
    running--;
  };
  const admitted = Array.from({ length: 5 }, () => slots.run(work));
  const refusal = await refusalOf(slots.run(work));
  expect(refusal).toMatchObject({ code: "TOO_MANY_REQUESTS" });
  gate.resolve();
  await Promise.all(admitted);
  expect(most).toBe(2);
  await slots.run(async () => {});
});
