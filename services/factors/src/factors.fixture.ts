import { newId } from "@emissions/kit/process/id";
import { type Principal, servicePrincipal } from "@emissions/kit/wire/principal";
import { fileStore } from "@emissions/testkit/file-store";
import { inMemory } from "@emissions/testkit/in-memory";
import type { Context } from "./context.ts";
import { loadedCatalogue } from "./database.fixture.ts";
import { routes } from "./service.ts";

export const PUBLIC_URL = "https://api.example";

export type Factors = Awaited<ReturnType<typeof startFactors>>;

/** The service with the real catalogue and its own database, called over Connect like by the gateway. */
export async function startFactors() {
  const { database, db, catalogue, snapshot } = await loadedCatalogue();
  const store = fileStore("factors");
  const context: Context = { db, catalogue, files: store.files, publicUrl: PUBLIC_URL, roads: null };
  return {
    ...database,
    ...inMemory({ db, service: "factors", entries: routes(context) }),
    db,
    snapshot,
    store,
  };
}

/** The admin of a new organization with the given ancestors. */
export const organization = (...ancestors: Principal[]): Principal => ({
  ...servicePrincipal(newId()),
  kind: "user",
  userId: newId(),
  role: "admin",
  ancestors: ancestors.map(({ organizationId }) => ({ id: organizationId, name: `Organization ${organizationId}` })),
});
