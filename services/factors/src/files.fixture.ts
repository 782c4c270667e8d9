import { type Client, createClient, createRouterTransport } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { type PrincipalSigner, principalOf, verifyPrincipal } from "@emissions/kit/wire/principal";
import { FileService } from "@emissions/proto/imports/v1/file_service";

interface File {
  id: string;
  organizationId: string;
  fileName: string;
  sizeKb: number;
}

/** A fake of the imports service: it returns each organization only its own files. */
export function fileStore(signer: PrincipalSigner) {
  const stored: File[] = [];
  const transport = createRouterTransport(
    (router) => {
      router.service(FileService, {
        lookUpFiles: ({ ids }, call) => ({
          files: stored.filter(
            ({ id, organizationId }) => ids.includes(id) && organizationId === principalOf(call).organizationId,
          ),
        }),
      });
    },
    { router: { interceptors: [verifyPrincipal(signer)] } },
  );
  const files: Client<typeof FileService> = createClient(FileService, transport);
  return {
    files,
    /** Stores a file for the organization. */
    add: (organizationId: string, fileName: string, sizeKb = 12): string => {
      const id = newId();
      stored.push({ id, organizationId, fileName, sizeKb });
      return id;
    },
  };
}
