// docs/configuration.md: the variables of all processes, from the schemas of their configuration.
import { z } from "zod";
import { OWNER_URL } from "../../packages/kit/src/db/owner-logins.ts";
import { DatabaseConfig } from "../../packages/kit/src/process/config.ts";
import { StreamsConfig } from "../../packages/kit/src/process/streams-config.ts";
import { type About, aboutOf } from "../../packages/kit/src/process/variable.ts";
import { Config as activity } from "../../services/activity/src/config.ts";
import { Config as calc } from "../../services/calc/src/config.ts";
import { Config as factors } from "../../services/factors/src/config.ts";
import { Config as gateway } from "../../services/gateway/src/config.ts";
import { Config as imports } from "../../services/imports/src/config.ts";
import { Config as notify } from "../../services/notify/src/config.ts";

export const CONFIGURATION_PATH = new URL("../../docs/configuration.md", import.meta.url).pathname;

const SERVICES: Readonly<Record<string, z.ZodObject>> = { gateway, factors, activity, calc, imports, notify };
const READERS: Readonly<Record<string, z.ZodObject>> = { ...SERVICES, streams: StreamsConfig, migrate: DatabaseConfig };
const PASSWORD_FILE = /_PASSWORD_FILE$/;
const UNITS: readonly [end: RegExp, unit: string][] = [
  [/_MS$/, "milliseconds"],
  [/_S$/, "seconds"],
  [/_HOURS$/, "hours"],
  [/_DAYS$/, "days"],
  [/_BYTES$/, "bytes"],
];

interface Row {
  name: string;
  readers: string[];
  field: z.ZodType | undefined;
  about: About;
}

/** Those of the OpenTelemetry SDK, which have one sentence. */
const isTold = (name: string) => name.startsWith("OTEL_") && name !== "OTEL_EXPORTER_OTLP_ENDPOINT";

/** Each variable once, in the order of the schemas. Throws for one without a description. */
function allRows(): Row[] {
  const rows = new Map<string, Row>();
  for (const [reader, { shape }] of Object.entries(READERS)) {
    for (const [variable, field] of Object.entries(shape as Record<string, z.ZodType>)) {
      const about = aboutOf(field);
      const name = about?.follows?.row ?? variable;
      const known = rows.get(name);
      if (known !== undefined) known.readers = [...new Set([...known.readers, reader])];
      else if (about !== undefined) rows.set(name, { name, readers: [reader], field, about });
      else if (!isTold(name)) throw new Error(`${name} has no description`);
    }
  }
  rows.set("<SERVICE>_OWNER_URL", {
    name: "<SERVICE>_OWNER_URL",
    readers: ["migrate"],
    field: undefined,
    about: OWNER_URL,
  });
  return [...rows.values()].filter(({ name }) => !PASSWORD_FILE.test(name));
}

function readersOf({ readers }: Row): string {
  const services = Object.keys(SERVICES);
  const absent = services.filter((service) => !readers.includes(service));
  const others = readers.filter((reader) => !services.includes(reader));
  const all = absent.length === 0 ? "services" : `services but ${absent.join()}`;
  return [...(absent.length < 2 ? [all] : readers.filter((reader) => services.includes(reader))), ...others].join(", ");
}

interface Described {
  default?: unknown;
  enum?: readonly string[];
  format?: string;
  type?: string;
  minimum?: number;
  maximum?: number;
}

const described = (field: z.ZodType): Described =>
  z.toJSONSchema(field, { io: "input", unrepresentable: "any" }) as Described;

const digits = (value: number) => value.toLocaleString("en-GB");

function defaultOf({ field, about }: Row): string {
  if (about.follows !== undefined) return about.follows.rule;
  if (about.standard !== undefined) return about.standard;
  const { default: standard } = field === undefined ? {} : described(field);
  if (standard === undefined) return field?.safeParse(undefined).success ? "none" : "required";
  return typeof standard === "number" ? digits(standard) : `\`${standard}\``;
}

function rangeOf({ name, field, about }: Row): string {
  if (about.range !== undefined || field === undefined) return about.range ?? "";
  const { enum: values, format, type, minimum, maximum } = described(field);
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(", ");
  if (type === "integer") {
    const unit = UNITS.find(([end]) => end.test(name))?.[1] ?? "";
    const isOpen = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER;
    return `${isOpen ? `${digits(minimum ?? 0)} or more` : `${digits(minimum ?? 0)} to ${digits(maximum)}`} ${unit}`.trim();
  }
  if (format === "uri") return "URL";
  return name.endsWith("_FILE") ? "file" : "text";
}

const cells = (texts: readonly string[]) => `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |\n`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `${cells(head)}|${"---|".repeat(head.length)}\n${rows.map(cells).join("")}`;

const ofRow = (row: Row) => [`\`${row.name}\``, readersOf(row), defaultOf(row), rangeOf(row), row.about.meaning];

const isLeaving = ({ about }: Row) => about.instead !== undefined;
const isFollowing = ({ about }: Row) => about.follows !== undefined;

/** The names that somebody chooses: neither those that follow from others nor those that leave. */
export const chosenNames = (): string[] =>
  allRows()
    .filter((row) => !isLeaving(row) && !isFollowing(row))
    .map(({ name }) => name);

/** The names that the next release ignores. */
export const leavingNames = (): string[] =>
  allRows()
    .filter(isLeaving)
    .map(({ name }) => name);

export function configurationDocument(): string {
  const rows = allRows();
  const chosen = rows.filter((row) => !isLeaving(row) && !isFollowing(row));
  return [
    HEAD,
    table(["Variable", "Read by", "Default", "Range", "Meaning"], chosen.map(ofRow)),
    FOLLOWING,
    table(["Variable", "Read by", "Default", "Range", "Meaning"], rows.filter(isFollowing).map(ofRow)),
    LEAVING,
    table(
      ["Variable", "Read by", "Default", "Instead"],
      rows.filter(isLeaving).map((row) => [`\`${row.name}\``, readersOf(row), defaultOf(row), row.about.instead!]),
    ),
    END,
  ].join("");
}

const HEAD = `# Configuration

<!-- Written by \`npm run docs\` from the schemas of the processes. -->

Each process reads its environment once, at start, and reports every mistake in it. An empty variable counts as absent.
[First steps](first-steps.md#settings-of-npm-start) has the settings of \`npm start\`.

- **Files.** A secret may be in a file: with \`_FILE\` behind its name, a variable is the path of the file. So may the passwords of
  \`DATABASE_URL\`, \`NATS_URL\` and \`<SERVICE>_OWNER_URL\`: \`DATABASE_PASSWORD_FILE\`, \`NATS_PASSWORD_FILE\`,
  \`<SERVICE>_OWNER_PASSWORD_FILE\`. Set one of both. Files are read again ([certificates and secrets](certificates-and-secrets.md)).
- **Lists.** Of several secrets the first one is used for what is new, and all are accepted.
- **Telemetry.** All other \`OTEL_*\` variables are those of the OpenTelemetry SDK; [observability](observability.md#variables) has
  the defaults that differ.
- **Build.** The image names its release in \`EMISSIONS_VERSION\` and \`EMISSIONS_COMMIT\`; nobody else sets them.

## Variables

`;

const FOLLOWING = `
## Variables that follow from others

They are set only where the rule does not fit. \`<SERVICE>\` is the name of a service.

`;

const LEAVING = `
## Variables that leave

This release obeys them and warns in its log at start. The next one ignores them.

`;

const END = `
## Migrations

\`npm run migrate\` applies the migrations of all services, \`npm run migrate -- calc\` those of calc, and \`--dry-run\`
lists them. A service waits for the version of its schema, and is not ready on another one
([decision 70](adr/0070-migrate-command.md)). \`npm start\` migrates by itself.
`;
