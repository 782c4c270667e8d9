import { expect } from "vitest";
import { type Backend, type Caller, unitIds } from "../backend.ts";

export const ORGANIZATIONS = "/v2/organizations";
export const CHILDREN = `${ORGANIZATIONS}/children`;
export const GROUPS = "/v1/custom-emission-groups";

/** One record of a collection, and a change of it. */
export interface Specimen {
  /** Its ids, by the names of path parameters. */
  ids: Record<string, string>;
  change: object;
  /** Bodies of routes that take other fields than `change`. */
  bodies?: Record<string, object>;
  /** Path of the record. */
  path: string;
  /** Its routes need a person who has signed in. */
  signedIn?: true;
}

/** An organization that has one record of each kind. */
export interface Scene {
  backend: Backend;
  slug: string;
  as: Caller;
  /** Headers of the admin, who has signed in. */
  headers: Record<string, string>;
  /** Part of every text of the records. */
  mark: string;
  unit: (code: string) => string;
  /** By the paths of collections. */
  specimens: Map<string, Specimen>;
}

export async function emptyScene(backend: Backend, slug: string, mark: string): Promise<Scene> {
  const as = backend.caller(slug, "admin");
  const headers = await signIn(backend, slug);
  return { backend, slug, as, headers, mark, unit: await unitIds(backend, as), specimens: new Map() };
}

export const adminOf = ({ users }: Backend, slug: string) =>
  users.find(({ organization, role }) => organization === slug && role === "admin")!;

export async function signIn(backend: Backend, slug: string): Promise<Record<string, string>> {
  const { email, password } = adminOf(backend, slug);
  const { json } = await backend.call("POST", "/auth/login", { body: { email, password } });
  const { "x-organization-id": organization } = backend.caller(slug, "admin");
  return { authorization: `Bearer ${json.access_token}`, "x-organization-id": organization };
}

export async function create({ backend, as }: Scene, path: string, body: object, created = 201) {
  const { status, json, text } = await backend.call("POST", path, { as, body });
  expect(status, `${path} ${text}`).toBe(created);
  return json;
}

export function specimen(scene: Scene, collection: string, id: string, change: object) {
  scene.specimens.set(collection, { ids: { id }, change, path: `${collection}/${id}` });
}
