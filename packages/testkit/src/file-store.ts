import { type Client, createClient, createRouterTransport } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { principalOf } from "@emissions/kit/wire/principal";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { between } from "./principals.ts";
import type { ServiceName } from "./roles.ts";

interface File {
  id: string;
  organizationId: string;
  fileName: string;
  sizeKb: number;
}

/** A stand-in for the imports service, which the caller calls: it returns each organization only its own files. */
export function fileStore(caller: ServiceName) {
  const stored: File[] = [];
  const attempts = new Map<string, number>();
  const hooks = { afterLookUp: async () => {} };
  const lookUps: string[][] = [];
  const transport = createRouterTransport(
    (router) => {
      router.service(FileService, {
        lookUpFiles: async ({ ids }, call) => {
          lookUps.push(ids);
          const { organizationId: org } = principalOf(call);
          const files = stored.filter(({ id, organizationId }) => ids.includes(id) && organizationId === org);
          const deletionAttempts = files.map(({ id }) => attempts.get(id) ?? 0);
          await hooks.afterLookUp();
          return { files, deletionAttempts };
        },
      });
    },
    between(caller, "imports"),
  );
  const files: Client<typeof FileService> = createClient(FileService, transport);
  return {
    files,
    /** Forgets requests and hooks; the files stay. */
    reset: () => {
      lookUps.length = 0;
      hooks.afterLookUp = async () => {};
    },
    hooks,
    /** The ids of each request. */
    lookUps,
    /** How many attempts to delete a file have begun, by its id. */
    attempts,
    /** Stores a file for the organization. */
    add: (organizationId: string, fileName: string, sizeKb = 12): string => {
      const id = newId();
      stored.push({ id, organizationId, fileName, sizeKb });
      return id;
    },
  };
}
