// Writes the JSON text of `workerData` as YAML.
import { parentPort, workerData } from "node:worker_threads";
import { stringify } from "yaml";

// Readers limit the number of aliases, and long texts stay on one line so that no reader folds them otherwise.
parentPort!.postMessage(stringify(JSON.parse(workerData), { aliasDuplicateObjects: false, lineWidth: 0 }));
