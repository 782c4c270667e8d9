import { rm } from "node:fs/promises";
import { eachService, newSecrets } from "@emissions/testkit/environment";
import { testFolder } from "@emissions/testkit/infra";
import { startSystem } from "@emissions/testkit/processes";
import type { TestProject } from "vitest/node";
import type {} from "./shared-backend.ts";
import { systemTemplate } from "./template.ts";

/** Called by vitest once, before the first end-to-end test; the returned function is called after the last. */
export default async function setup(project: TestProject) {
  const [dir, secrets] = [testFolder(), newSecrets()];
  const system = await startSystem({ dir, secrets, template: systemTemplate });
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
    await rm(dir, { recursive: true });
  };
}
