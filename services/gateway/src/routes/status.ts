import { StatusService } from "@emissions/proto/common/v1/status_service";
import { z } from "zod";
import type { SystemStatus } from "../compose/status.ts";
import { exchange } from "../rest/route.ts";
import type { Route } from "../rest/route-spec.ts";

const describe = (description: string) => ({ description });

const Program = {
  version: z.string().meta(describe("Version of the program.")),
  commit: z.string().meta(describe("Its commit in git, or `unknown`.")),
};

const Service = z.object({
  name: z.string().meta(describe("Name of the service.")),
  reachable: z
    .boolean()
    .meta(describe("A process of it answers the gateway. The other fields are null without an answer.")),
  version: Program.version.nullable(),
  commit: Program.commit.nullable(),
  schema_version: z.string().nullable().meta(describe("Its newest migration.")),
  uptime_s: z.int().min(0).nullable().meta(describe("Seconds since the start of the process that answered.")),
});

const DataSet = z.object({
  name: z.string().meta(describe("Name in the catalogue, such as `defra-2025`.")),
  source: z.string().meta(describe("Name of the publication.")),
  edition: z.int().meta(describe("Year of publication.")),
  licence: z.string().meta(describe("Licence of its figures.")),
  share_alike: z.boolean().meta(describe("The licence is share-alike.")),
  factors: z.int().min(0).meta(describe("Number of its factors.")),
});

const Status = z.object({
  ...Program,
  started_at: z.string().meta({ ...describe("Start of the gateway that answers, UTC."), format: "date-time" }),
  uptime_s: z.int().min(0).meta(describe("Seconds since then.")),
  services: z.array(Service).meta(describe("The services behind the gateway.")),
  catalogue: z
    .object({
      share_alike: z.boolean().meta(describe("Whether figures under share-alike licences are loaded.")),
      data_sets: z.array(DataSet).meta(describe("Data sets of the library of factors, by name.")),
    })
    .nullable()
    .meta(describe("Null while the factors service does not answer.")),
});

/** Without a look at the services there is no such route. */
export const statusRoutes = (status: (() => Promise<SystemStatus>) | undefined): Route[] =>
  status === undefined
    ? []
    : [
        exchange(
          StatusService.method.getStatus,
          {
            http: "GET /status",
            operation: "getStatus",
            summary: "Versions of the services and editions of the factors",
            description:
              "For operators and verifiers: which version answers, which services it reaches, and which data sets the " +
              "library of factors has. It needs no credentials, names no organization, and may be 5 seconds old.",
            auth: "none",
            answers: Status,
          },
          async (_request, reply) => reply.send(await status()),
        ),
      ];
