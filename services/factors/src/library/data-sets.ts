import type { MessageInitShape } from "@bufbuild/protobuf";
import type { DataSetSchema } from "@emissions/proto/factors/v1/library_service";
import type { Snapshot } from "../catalogue/snapshot.ts";

type DataSet = MessageInitShape<typeof DataSetSchema> & { name: string; factors: number };

/** Licences whose figures are in the folder of share-alike data sets. */
const SHARE_ALIKE = /SA|ODbL/;

const known = new WeakMap<Snapshot, DataSet[]>();

/** The data sets of a snapshot. They are counted once. */
export function dataSetsOf(snapshot: Snapshot): DataSet[] {
  const dataSets = known.get(snapshot) ?? countDataSets(snapshot);
  known.set(snapshot, dataSets);
  return dataSets;
}

function countDataSets({ factors }: Snapshot): DataSet[] {
  const counted = new Map<string, DataSet>();
  for (const { row } of [...factors.values()].flat()) {
    const { dataset: name, source, sourceYear: edition, licence } = row;
    const dataSet = counted.get(name) ?? {
      ...{ name, source, edition, licence },
      shareAlike: SHARE_ALIKE.test(licence),
      factors: 0,
    };
    dataSet.factors++;
    counted.set(name, dataSet);
  }
  return [...counted.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
