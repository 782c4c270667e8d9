import { rm } from "node:fs/promises";
import { eachService, newSecrets } from "@emissions/testkit/environment";
import { testFolder } from "@emissions/testkit/infra";
import { removePostgres } from "@emissions/testkit/postgres";
import { type SystemOptions, startSystem } from "@emissions/testkit/processes";
import type { TestProject } from "vitest/node";
import { clusterIn, explainedDatabase, plansIn, startExplained } from "./explained-postgres.ts";
import type {} from "./shared-backend.ts";
import { systemTemplate } from "./template.ts";

/** Called by vitest once, before the first end-to-end test; the returned function is called after the last. */
export default async function setup(project: TestProject) {
  const [dir, secrets] = [testFolder(), newSecrets()];
  const { options, stop } =
    process.env.STATEMENTS === undefined ? { options: { template: systemTemplate } } : await explained(dir);
  const system = await startSystem({ dir, secrets, ...options });
  const { urls, opsUrls, adminUrl, natsUrls } = system;
  const logins = { streams: natsUrls.streams, ...eachService(natsUrls.of) };
  project.provide("sharedSystem", {
    urls,
    opsUrls,
    adminUrl,
    natsUrls: logins,
    dir,
    apiKeyPepper: secrets.apiKeyPepper,
  });
  return async () => {
    await system.stop();
    await stop?.();
    await rm(dir, { recursive: true });
  };
}

/** A Postgres of its own, whose log has the plans of all statements. The files that look at them find the folder. */
async function explained(dir: string): Promise<{ options: SystemOptions; stop?: () => Promise<void> }> {
  const server = await startExplained(dir);
  process.env.STATEMENTS_PLANS = plansIn(dir);
  const database = await explainedDatabase(server.url, systemTemplate);
  return {
    options: { postgresUrl: server.url, database, migrates: false },
    stop: async () => {
      await server.stop();
      await removePostgres(clusterIn(dir));
    },
  };
}
