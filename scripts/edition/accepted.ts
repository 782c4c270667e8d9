import { catalogueRows } from "./catalogue.ts";
import { distinct, type Finding } from "./findings.ts";

const PATH = "accepted-findings.csv";

export interface Judged {
  refused: Finding[];
  /** Findings that a person looked at, with the reason. */
  accepted: { finding: Finding; reason: string }[];
}

/** Parts findings by the list of those that a person accepted for this data set. */
export function judge(dataset: string, findings: readonly Finding[], catalogue: URL): Judged {
  const rows = catalogueRows(PATH, catalogue).filter((row) => row.dataset === dataset);
  const reasons = new Map(rows.map(({ code, item, reason }) => [`${code} ${item}`, reason ?? ""]));
  const judged: Judged = { refused: [], accepted: [] };
  for (const finding of distinct(findings)) {
    const reason = reasons.get(`${finding.code} ${finding.item}`);
    if (reason === undefined || reason === "") judged.refused.push(finding);
    else judged.accepted.push({ finding, reason });
  }
  return judged;
}
