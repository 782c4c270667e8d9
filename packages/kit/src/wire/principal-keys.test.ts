import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "@emissions/testkit/poll";
import {
  ensurePrincipalKeys,
  keyFiles,
  newPrincipalKey,
  rotatePrincipalKey,
} from "@emissions/testkit/principal-keys.mjs";
import { adminOf } from "@emissions/testkit/principals";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../process/id.ts";
import type { Background } from "../process/repeat.ts";
import { startSigner } from "./key-files.ts";
import { PrincipalKeys } from "./principal-keys.ts";
import { CALLER_HEADER, PRINCIPAL_HEADER, type PrincipalSigner } from "./signer.ts";

const RELOAD_MS = 10;

let folder: string;
let lines: string[];
let watches: Background[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "principal-keys-"));
  ensurePrincipalKeys(folder, ["gateway", "calc"]);
  [lines, watches] = [[], []];
});
afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.stop()));
  rmSync(folder, { recursive: true });
});

function started(issuer: string): PrincipalSigner {
  const { own, all } = keyFiles(folder, issuer);
  const files = { PRINCIPAL_KEY_FILE: own, PRINCIPAL_KEYS_FILE: all };
  const note = (fields: object, message: string) => void lines.push(`${issuer} ${message} ${JSON.stringify(fields)}`);
  const { signer, watch } = startSigner({ issuer, files, log: { info: note, error: note }, reloadMs: RELOAD_MS });
  watches.push(watch);
  return signer;
}

const kidOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).kid as string;

async function call(from: PrincipalSigner, to: PrincipalSigner): Promise<Headers> {
  const header = new Headers({
    [PRINCIPAL_HEADER]: await from.sign(adminOf(newId()), to.service),
    [CALLER_HEADER]: await from.signCaller(to.service),
  });
  await to.identify(header);
  return header;
}

describe("the key of a service", () => {
  it("is rotated under load, and no call is refused", async () => {
    const [gateway, calc] = [started("gateway"), started("calc")];
    const old = await call(gateway, calc);
    let [calls, ended] = [0, false];
    const load = (async () => {
      for (; !ended; calls++) {
        await call(gateway, calc);
        await pause(1);
      }
    })();
    const both = () => until("both have read the keys", () => lines.length >= 2);
    rotatePrincipalKey(folder, "gateway", "add");
    await both();
    rotatePrincipalKey(folder, "gateway", "use");
    await until(
      "the gateway signs with it",
      async () => kidOf(await gateway.signCaller("calc")) !== kidOf(old.get(CALLER_HEADER)!),
    );
    // Tokens of the old key are still valid.
    await calc.identify(old);
    lines.length = 0;
    rotatePrincipalKey(folder, "gateway", "remove");
    await both();
    await expect(calc.identify(old)).rejects.toThrow("not genuine");
    const before = calls;
    await until("calls continue", () => calls > before + 2);
    ended = true;
    await load;
  });

  it("stays in use while its files cannot be read, and the log has no part of it", async () => {
    const gateway = started("gateway");
    const { own, all } = keyFiles(folder, "gateway");
    const { d } = JSON.parse(readFileSync(own, "utf8"));
    for (const [file, text] of [
      [own, `{"d": "${d}", half`],
      [own, JSON.stringify({ d, kty: "OKP" })],
      [all, JSON.stringify({ keys: [{ d }] })],
    ] as const) {
      const kept = readFileSync(file, "utf8");
      lines.length = 0;
      writeFileSync(file, text);
      await until("the log names the fault", () => lines.length > 0);
      expect(lines.join()).toContain("those from before stay in use");
      expect(lines.join()).not.toContain(d);
      await call(gateway, gateway);
      writeFileSync(file, kept);
    }
  });
});

describe("a set of keys is refused", () => {
  const [own, second, third] = [newPrincipalKey("calc"), newPrincipalKey("calc"), newPrincipalKey("calc")];
  it.each([
    [
      "with a private key in the public file",
      [own.publicKey, { ...second.publicKey, d: second.privateKey.d }],
      "Unrecog",
    ],
    ["with three keys of one issuer", [own.publicKey, second.publicKey, third.publicKey], "more than 2 keys"],
    ["with a kid that appears twice", [own.publicKey, { ...second.publicKey, kid: own.publicKey.kid }], "twice"],
    ["without the service's own public key", [second.publicKey], "lacks the public key"],
    ["with its own key under another name", [{ ...own.publicKey, iss: "gateway" }], "lacks the public key"],
  ])("%s", (_, keys, reason) => {
    const read = () => new PrincipalKeys("calc", { privateKey: own.privateKey, publicKeys: { keys } });
    expect(read).toThrow(reason);
  });
});
