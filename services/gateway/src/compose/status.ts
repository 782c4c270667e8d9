import { timestampDate } from "@bufbuild/protobuf/wkt";
import { createClient } from "@connectrpc/connect";
import { build } from "@emissions/kit/process/build";
import { NIL_ID } from "@emissions/kit/process/id";
import type { GrpcTransport } from "@emissions/kit/wire/client";
import { callAs, servicePrincipal } from "@emissions/kit/wire/principal";
import { StatusService } from "@emissions/proto/common/v1/status_service";
import { LibraryService } from "@emissions/proto/factors/v1/library_service";

/** Which programs and figures the system runs. It names no organization. */
export interface SystemStatus {
  version: string;
  commit: string;
  started_at: string;
  uptime_s: number;
  services: ServiceStatus[];
  catalogue: CatalogueStatus | null;
}

/** Of one process of the service. Null: it does not answer. */
interface ServiceStatus {
  name: string;
  reachable: boolean;
  version: string | null;
  commit: string | null;
  schema_version: string | null;
  uptime_s: number | null;
}

interface CatalogueStatus {
  share_alike: boolean;
  data_sets: {
    name: string;
    source: string;
    edition: number;
    licence: string;
    share_alike: boolean;
    factors: number;
  }[];
}

/** Requests are answered from one look at the services within this time. */
const CACHE_MS = 5_000;
/** A service that is slower is shown without its version. */
const TIMEOUT_MS = 2_000;

/** The call is about no organization. */
const OPTIONS = { ...callAs(servicePrincipal(NIL_ID)), timeoutMs: TIMEOUT_MS };

/** Looks at the services at most once in CACHE_MS, however many requests there are. */
export function systemStatus(transports: ReadonlyMap<string, GrpcTransport>): () => Promise<SystemStatus> {
  let asked: Promise<SystemStatus> | null = null;
  let askedAt = 0;
  return () => {
    if (asked === null || performance.now() - askedAt >= CACHE_MS) {
      askedAt = performance.now();
      asked = lookAt(transports);
    }
    return asked;
  };
}

async function lookAt(transports: ReadonlyMap<string, GrpcTransport>): Promise<SystemStatus> {
  const [services, catalogue] = await Promise.all([
    Promise.all([...transports].map(([name, transport]) => statusOf(name, transport))),
    catalogueOf(transports.get("factors")),
  ]);
  const startedAt = new Date(performance.timeOrigin);
  return {
    ...build(),
    started_at: startedAt.toISOString(),
    uptime_s: Math.floor(performance.now() / 1000),
    services,
    catalogue,
  };
}

async function statusOf(name: string, transport: GrpcTransport): Promise<ServiceStatus> {
  const [health, status] = await Promise.allSettled([
    transport.checkHealth(),
    createClient(StatusService, transport).getStatus({}, OPTIONS),
  ]);
  const reachable = health.status === "fulfilled";
  const known = status.status === "fulfilled" ? status.value : undefined;
  return {
    name,
    reachable,
    version: known?.version ?? null,
    commit: known?.commit ?? null,
    schema_version: known?.schemaVersion ?? null,
    uptime_s: known?.startedAt === undefined ? null : secondsSince(timestampDate(known.startedAt)),
  };
}

async function catalogueOf(factors: GrpcTransport | undefined): Promise<CatalogueStatus | null> {
  if (factors === undefined) return null;
  const { dataSets } = await createClient(LibraryService, factors)
    .listDataSets({}, OPTIONS)
    .catch(() => ({ dataSets: null }));
  if (dataSets === null) return null;
  const data_sets = dataSets.map(({ name, source, edition, licence, shareAlike, factors: count }) => ({
    ...{ name, source, edition, licence },
    share_alike: shareAlike,
    factors: count,
  }));
  return { share_alike: data_sets.some((one) => one.share_alike), data_sets };
}

const secondsSince = (start: Date) => Math.max(0, Math.floor((Date.now() - start.getTime()) / 1000));
