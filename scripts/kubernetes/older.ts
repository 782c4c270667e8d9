// A copy of the chart without what an API server before 1.27 does not know.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHART } from "../../tests/chart/helm.ts";

/** The oldest minor version of Kubernetes 1 that the chart supports. */
export const OLDEST_MINOR = 27;

const REPLACED = [
  ["Chart.yaml", /^kubeVersion: .*\n/m, ""],
  ["templates/disruptionbudgets.yaml", "policy/v1", "policy/v1beta1"],
  ["templates/disruptionbudgets.yaml", /^ *unhealthyPodEvictionPolicy: .*\n/m, ""],
  ["templates/autoscalers.yaml", "autoscaling/v2", "autoscaling/v2beta2"],
  ["templates/deployments.yaml", /^ *matchLabelKeys: .*\n/m, ""],
] as const;

/** The differences of the copy, for the report. */
export const OLDER_FORMS = "policy/v1beta1, autoscaling/v2beta2, no unhealthyPodEvictionPolicy, no matchLabelKeys";

export function copyForOlder(chart: string): void {
  cpSync(CHART, chart, { recursive: true });
  for (const [name, newer, older] of REPLACED) {
    const file = join(chart, name);
    const text = readFileSync(file, "utf8");
    const changed = text.replace(newer, older);
    if (changed === text) throw new Error(`${name} has no ${newer}`);
    writeFileSync(file, changed);
  }
}
