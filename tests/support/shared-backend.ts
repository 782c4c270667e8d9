import type { ServiceName } from "@emissions/testkit/roles";
import { readLog } from "@emissions/testkit/service-process";
import { inject } from "vitest";
import { type Backend, backendOf } from "./backend.ts";

/** The system that all end-to-end tests share, as far as another process can use it. */
export interface SharedSystem {
  urls: Backend["urls"];
  /** Base URLs of health and metrics. */
  opsUrls: Record<ServiceName, string>;
  adminUrl: string;
  /** Addresses of NATS with the login of each service, and of the user that makes the streams. */
  natsUrls: Record<ServiceName | "streams", string>;
  /** Folder of the logs. */
  dir: string;
  apiKeyPepper: string;
}

declare module "vitest" {
  interface ProvidedContext {
    sharedSystem: SharedSystem;
  }
}

/** The shared system. Other files use it too: tests must look at their own organizations only. */
export async function sharedBackend(): Promise<Backend> {
  const { urls, adminUrl, dir, apiKeyPepper } = inject("sharedSystem");
  return backendOf({ urls, adminUrl, logs: (name) => readLog(dir, name) }, apiKeyPepper);
}
