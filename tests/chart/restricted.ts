import type { IContainer } from "kubernetes-models/v1/Container";
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";

/** Kinds of volumes that the standard allows. */
const VOLUMES = [
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "persistentVolumeClaim",
  "projected",
  "secret",
];
const PROFILES = ["RuntimeDefault", "Localhost"];

/**
 * Violations of the pod security standard `restricted`, and of our own rules: no writable file system, no token of the
 * API server, a limit of memory.
 */
export function violationsOf(pod: IPodSpec): string[] {
  const { securityContext: own, volumes = [] } = pod;
  const containers = [...(pod.initContainers ?? []), ...pod.containers];
  const problems = [
    own?.runAsNonRoot === true || "runs as root",
    own?.runAsUser !== 0 || "runs as user 0",
    PROFILES.includes(own?.seccompProfile?.type ?? "") || "has no seccomp profile",
    !(pod.hostNetwork || pod.hostPID || pod.hostIPC) || "uses the host",
    pod.automountServiceAccountToken === false || "mounts the token of its service account",
    pod.enableServiceLinks === false || "gets variables of other services",
    ...volumes.map((volume) => VOLUMES.some((kind) => kind in volume) || `has the volume ${volume.name}`),
    ...containers.flatMap(containerProblems),
  ];
  return problems.filter((problem) => typeof problem === "string");
}

function containerProblems({ name, securityContext: own, ports = [], resources }: IContainer): (string | true)[] {
  const { add = [], drop = [] } = own?.capabilities ?? {};
  return [
    own?.allowPrivilegeEscalation === false || `${name} may get more privileges`,
    own?.privileged !== true || `${name} is privileged`,
    own?.runAsNonRoot !== false || `${name} runs as root`,
    (drop.includes("ALL") && add.length === 0) || `${name} keeps capabilities`,
    own?.readOnlyRootFilesystem === true || `${name} writes to its file system`,
    ports.every(({ hostPort }) => hostPort === undefined) || `${name} uses ports of the host`,
    resources?.limits?.memory !== undefined || `${name} has no limit of memory`,
  ];
}
