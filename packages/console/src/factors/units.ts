import type { Client } from "../state/account.ts";

let known: Promise<ReadonlyMap<string, string>> | undefined;

/** Names of units by id. They are the same in every installation, so they are read once. */
export function unitNames(client: Client): Promise<ReadonlyMap<string, string>> {
  known ??= client.call("listUnits").then((units) => new Map(units.map(({ id, name }) => [id, nameOf(name)])));
  known.catch(() => {
    known = undefined;
  });
  return known;
}

const nameOf = (name: string) => name.replaceAll("_", " ");
