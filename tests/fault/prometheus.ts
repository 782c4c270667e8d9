import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "@emissions/testkit/child";
import { until } from "@emissions/testkit/poll";
import { freePort } from "@emissions/testkit/ports";

const RULES = new URL("../../deploy/chart/files/rules/", import.meta.url);
/** Durations and ages of the rules are shorter by this factor. A rate needs two scrapes in its window. */
const SHORTER = 30;
const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };
const DURATION = /(?<=for: |\[)(\d+)([mhd])(?=\]|$)/gm;
const AGE = /(?<=_age_seconds\) > )\d+/g;

/** Series and values of an instant query. */
export interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

export interface Monitoring {
  query(expression: string): Promise<Sample[]>;
  /** Labels of the alerts of this name that Alertmanager has and that have not ended. */
  alerts(name: string): Promise<Record<string, string>[]>;
  stop(): Promise<void>;
}

/** The rules of the chart with shorter times. */
export function shorterRules(text: string): string {
  return text
    .replaceAll(DURATION, (_, n: string, unit: string) => `${(Number(n) * SECONDS[unit]!) / SHORTER}s`)
    .replaceAll(AGE, (age) => String(Number(age) / SHORTER));
}

/** A Prometheus that collects from the processes every second, and an Alertmanager that gets its alerts. */
export async function startMonitoring(folder: string, targets: readonly string[]): Promise<Monitoring> {
  const [prometheus, alertmanager] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const rules = readdirSync(RULES).map((name) => {
    const file = join(folder, name);
    writeFileSync(file, shorterRules(readFileSync(new URL(name, RULES), "utf8")));
    return file;
  });
  // YAML contains JSON.
  const write = (name: string, content: object) => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  const routes = write("alertmanager.yaml", { route: { receiver: "nobody" }, receivers: [{ name: "nobody" }] });
  const config = write("prometheus.yaml", {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: rules,
    alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
    scrape_configs: [{ job_name: "emissions", static_configs: [{ targets }] }],
  });
  const start = (command: string, args: string[]) => {
    const [log, pidFile] = [join(folder, `${command}.log`), join(folder, `${command}.pid`)];
    return startChild({ command, args, env: { PATH: process.env.PATH }, log, pidFile }).catch((error: Error) => {
      throw new Error(`${error.message}: run \`apt-get install prometheus prometheus-alertmanager\` as root`);
    });
  };
  const receiver = await start("prometheus-alertmanager", [
    `--config.file=${routes}`,
    `--web.listen-address=${alertmanager}`,
    "--cluster.listen-address=",
    `--storage.path=${join(folder, "alertmanager")}`,
  ]);
  const collector = await start("prometheus", [
    `--config.file=${config}`,
    `--web.listen-address=${prometheus}`,
    `--storage.tsdb.path=${join(folder, "prometheus")}`,
    "--rules.alert.resend-delay=1s",
  ]);
  const get = async (url: string) => (await fetch(url)).json();
  const monitoring: Monitoring = {
    query: async (expression) => {
      const answer = (await get(`http://${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`)) as {
        status: string;
        error?: string;
        data: { result: Sample[] };
      };
      if (answer.status !== "success") throw new Error(`${expression}: ${answer.error}`);
      return answer.data.result;
    },
    alerts: async (name) => {
      const found = await get(`http://${alertmanager}/api/v2/alerts?filter=${encodeURIComponent(`alertname=${name}`)}`);
      return (found as { labels: Record<string, string> }[]).map(({ labels }) => labels);
    },
    stop: async () => {
      await collector.stop();
      await receiver.stop();
    },
  };
  const isUp = async (address: string) => (await fetch(`http://${address}/-/ready`).catch(() => null))?.ok;
  await until("Alertmanager", () => isUp(alertmanager));
  await until("Prometheus", () => isUp(prometheus));
  await until("metrics of all processes", async () => (await monitoring.query("up == 1")).length === targets.length);
  return monitoring;
}
