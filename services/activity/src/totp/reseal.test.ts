import { randomBytes } from "node:crypto";
import type { Logger } from "@emissions/kit/process/log";
import { Sealer, SealingKeys } from "@emissions/kit/process/sealing";
import { beforeAll, expect, it } from "vitest";
import { activity, allTests, SEALING_KEYS } from "../activity.fixture.ts";
import { resealTotpSecrets, totpSealingChecks } from "./reseal.ts";
import { codeOf, personWithApp, useAtSignIn } from "./totp.fixture.ts";

allTests();

const NEW_KEY = `new:${randomBytes(32).toString("base64")}`;
const sealerOf = (keys: string) => new Sealer(SealingKeys.parse(keys));

const errors: object[] = [];
const log = { error: (fields: object) => void errors.push(fields) } as unknown as Logger;
const checksWith = (keys: string) => totpSealingChecks({ db: activity.db, sealer: sealerOf(keys) }, log);

let ana: Awaited<ReturnType<typeof personWithApp>>;
beforeAll(async () => {
  ana = await personWithApp();
});

it("a missing key fails the check of readiness, which names the key", async () => {
  expect(await checksWith(`${NEW_KEY},${SEALING_KEYS}`)).toEqual(new Map());
  const fault = 'secrets of authenticator apps: the key "test" is missing';
  const checks = await checksWith(NEW_KEY);
  expect([...checks.keys()]).toEqual([`sealing keys: ${fault}`]);
  expect(errors).toEqual([{ faults: [fault] }]);
});

it("secrets are sealed again with the first key, so that the old one can be removed", async () => {
  const both = sealerOf(`${NEW_KEY},${SEALING_KEYS}`);
  expect(await resealTotpSecrets(activity.db, both)).toBe(1);
  expect(await resealTotpSecrets(activity.db, both)).toBe(0);
  expect(await checksWith(NEW_KEY)).toEqual(new Map());
  await useAtSignIn(ana, codeOf(ana.secret), { ...activity.context, sealer: sealerOf(NEW_KEY) });
});
