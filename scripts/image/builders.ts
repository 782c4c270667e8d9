import { spawnSync } from "node:child_process";

export interface Build {
  /** Image that the Dockerfile starts from. */
  base: string;
  tag: string;
  /** Seconds since 1970. All times in the image are this one. */
  epoch: string;
  buildArgs: Readonly<Record<string, string>>;
  /** Files that only the steps of the build see: certificates, and the configuration of npm with its tokens. */
  secrets: { ca: string | undefined; npmrc: string | undefined };
  /** Folder for the documents of the image. */
  documents: string;
  /** Whether layers of earlier builds are used. */
  cached: boolean;
}

interface Builder {
  name: string;
  /** Fails where the builder does not work. */
  probe: string[];
  build: string[];
  /** Prints digest and size. */
  inspect(tag: string): string[];
}

const INSPECT = "{{.Digest}} {{.Size}}";
// Needs no rights to make namespaces, so it works inside of containers.
const ISOLATION = "--isolation=chroot";

const BUILDERS: readonly Builder[] = [
  {
    name: "docker",
    probe: ["docker", "buildx", "ls"],
    build: ["docker", "buildx", "build", "--provenance=false"],
    inspect: (tag) => ["docker", "image", "inspect", "--format", "{{.Id}} {{.Size}}", tag],
  },
  {
    name: "podman",
    probe: ["podman", "info"],
    build: ["podman", "build", "--layers", "--format=oci", ISOLATION],
    inspect: (tag) => ["podman", "image", "inspect", "--format", INSPECT, tag],
  },
  {
    name: "buildah",
    probe: ["buildah", "info"],
    build: ["buildah", "build", "--layers", "--format=oci", ISOLATION],
    inspect: (tag) => ["buildah", "images", "--no-trunc", "--format", INSPECT, tag],
  },
];

/** The named builder, or the first one that works. */
export function findBuilder(wanted: string | undefined): Builder {
  const candidates = BUILDERS.filter(({ name }) => wanted === undefined || name === wanted);
  const found = candidates.find(({ probe: [program = "", ...args] }) => spawnSync(program, args).status === 0);
  if (found === undefined) throw new Error(`None of these works here: ${BUILDERS.map(({ name }) => name).join(", ")}`);
  return found;
}

/** The commands that build the image and write its documents. The second one finds all layers in the cache. */
export function commandsOf(builder: Builder, build: Build): string[][] {
  const options = optionsOf(builder.name, build);
  const isDocker = builder.name === "docker";
  const toFolder = isDocker ? `type=local,dest=${build.documents}` : build.documents;
  const load = isDocker ? ["--load"] : [];
  return [
    [...builder.build, ...options, ...load, ...(build.cached ? [] : ["--no-cache"]), "--tag", build.tag, "."],
    [...builder.build, ...options, "--target", "artifacts", "--output", toFolder, "."],
  ];
}

function optionsOf(builder: string, { base, epoch, buildArgs, secrets }: Build): string[] {
  const ca = secrets.ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: "/run/secrets/ca" };
  const args = { BASE_IMAGE: base, SOURCE_DATE_EPOCH: epoch, ...ca, ...buildArgs };
  const options = Object.entries(args).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]);
  if (builder !== "docker") options.push(`--timestamp=${epoch}`);
  // An image of this machine has no registry.
  if (builder !== "docker" && base.startsWith("localhost/")) options.push("--pull=never");
  for (const [id, file] of Object.entries(secrets)) {
    if (file !== undefined) options.push("--secret", `id=${id},src=${file}`);
  }
  return ["--file", "deploy/Dockerfile", ...options];
}
