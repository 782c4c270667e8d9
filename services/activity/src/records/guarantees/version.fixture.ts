import type { DescService } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { RECORD_VERSION } from "@emissions/kit/wire/headers";
import { callAs, type Principal } from "@emissions/kit/wire/principal";
import { activity } from "../../activity.fixture.ts";

interface Get {
  service: DescService;
  /** In the name of the method. */
  one: string;
  by: Principal;
  id: string;
}

/** The version of a record, as the service tells it with the record. */
export async function versionOf({ service, one, by, id }: Get): Promise<string> {
  const client = createClient(service, activity.transport) as Record<string, (...sent: object[]) => Promise<unknown>>;
  let version: string | null = null;
  const onHeader = (headers: Headers) => {
    version = headers.get(RECORD_VERSION);
  };
  await client[`get${one}`]!({ id }, { ...callAs(by), onHeader });
  return version ?? "";
}
