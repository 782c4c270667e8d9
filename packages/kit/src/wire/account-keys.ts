import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createFileRegistry, type DescMethod, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { accessTo } from "./access.ts";
import { AccountJwk, PublicKeys } from "./principal-keys.ts";
import { ACCOUNT_PREFIX } from "./service-account.ts";

const DAY_S = 86_400;

type Keys = z.output<typeof PublicKeys>["keys"];

interface NewAccount {
  name: string;
  scopes: readonly string[];
  organizations: readonly string[];
  role: string;
  days: number;
}

/** Adds an account, or a second key for one. The result has the private key, which is stored nowhere. */
export async function createAccount(file: string, { name, days, ...rights }: NewAccount) {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", { extractable: true });
  const { kty, crv, x, d } = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
  const exp = Math.floor(Date.now() / 1000) + days * DAY_S;
  const entry = { kty, crv, x, kid, iss: ACCOUNT_PREFIX + name, ...rights, exp };
  const account = parsed(AccountJwk, entry);
  for (const each of account.scopes) checkScope(each, account.role);
  save(file, [...keysIn(file), account]);
  return { kty, crv, x, d, kid, iss: account.iss };
}

/** The accounts without private keys. */
export function listAccounts(file: string) {
  const now = Date.now() / 1000;
  const accounts = keysIn(file).filter((key) => "scopes" in key);
  return accounts.map(({ iss, kid, role, scopes, organizations, exp }) => ({
    name: iss.slice(ACCOUNT_PREFIX.length),
    kid,
    role,
    scopes,
    organizations,
    expires_at: new Date(exp * 1000).toISOString(),
    expired: exp <= now,
  }));
}

/** Removes all keys of an account, or one. */
export function revokeAccount(file: string, { name, kid }: { name: string; kid?: string | undefined }) {
  const keys = keysIn(file);
  const iss = ACCOUNT_PREFIX + name;
  const kept = keys.filter((key) => key.iss !== iss || (kid !== undefined && key.kid !== kid));
  if (kept.length === keys.length) throw new Error("There is no such account or key.");
  save(file, kept);
  return { revoked: keys.length - kept.length };
}

function keysIn(file: string): Keys {
  return parsed(PublicKeys, JSON.parse(readFileSync(file, "utf8"))).keys;
}

/** In one step, so that no service reads half a file. */
function save(file: string, keys: Keys): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(parsed(PublicKeys, { keys }), null, 2)}\n`);
  chmodSync(draft, statSync(file).mode);
  renameSync(draft, file);
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(z.prettifyError(result.error));
}

/** A misspelled scope, or one that the role does not open, would be noticed late. */
function checkScope(scope: string, role: AccountJwk["role"]): void {
  const [service, name] = scope.split("/");
  const methods = methodsOf(service!).filter((method) => name === "*" || method.name === name);
  const reads = methods.map(accessTo).filter(({ isForWriters }) => !isForWriters);
  if (reads.some(({ roles }) => roles.includes(role))) return;
  throw new Error(`${scope} names no method that an account with the role ${role} may call.`);
}

function methodsOf(service: string): readonly DescMethod[] {
  const image = readFileSync(new URL(import.meta.resolve("@emissions/proto/image.binpb")));
  return createFileRegistry(fromBinary(FileDescriptorSetSchema, image)).getService(service)?.methods ?? [];
}
