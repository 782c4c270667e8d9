import { EditionLink } from "../factors/edition.tsx";
import { digits } from "../format/digits.ts";
import { useTexts } from "../state/context.ts";
import { useRights } from "../state/rights.ts";
import { Facts, Table } from "../ui/table.tsx";
import type { Factor } from "./read.ts";

/** Only these may be followed: an address of another kind could run a script. */
const WEB = /^https?:\/\//;
const GASES = [
  ["co2", "CO2"],
  ["ch4", "CH4"],
  ["n2o", "N2O"],
] as const;

/** A factor with its value, source and edition. */
export function FactorFacts({ factor }: { factor: Factor }) {
  const { say, locale } = useTexts();
  const { readFactors } = useRights();
  const { publication, custom_source: custom, values } = factor;
  const value = values.co2e && `${digits(values.co2e, locale)} ${say("explain.perUnit", { unit: factor.unit })}`;
  const edition = publication && `${publication.publisher}: ${publication.document} (${publication.published_on})`;
  const { edition_id: editionId, superseded_by: correctedBy } = publication ?? {};
  const url = publication?.url;
  return (
    <>
      {correctedBy && (
        <p class="notice failure">
          {say("explain.corrected")} <EditionLink id={correctedBy} />.{" "}
          {publication?.recalculation && say("explain.again")}
        </p>
      )}
      <Facts
        facts={[
          [say("records.name"), factor.name],
          [say("explain.value"), value],
          [say("explain.source"), factor.source],
          [
            say("explain.edition"),
            edition && editionId && readFactors ? (
              <EditionLink id={editionId} text={edition} />
            ) : (
              (edition ?? (custom && [custom.database, custom.version].filter(Boolean).join(", ")))
            ),
          ],
          [say("explain.table"), publication && [publication.table_name, publication.row].filter(Boolean).join(" / ")],
          [
            say("explain.address"),
            url && WEB.test(url) ? (
              <a href={url} rel="noreferrer noopener" target="_blank">
                {url}
              </a>
            ) : (
              url
            ),
          ],
          [say("explain.region"), factor.region],
          [say("explain.year"), factor.year ? String(factor.year) : ""],
          [say("explain.gwp"), factor.gwp_set],
          [say("explain.licence"), factor.licence],
          [say("explain.note"), factor.note],
        ]}
      />
      <GasTable factor={factor} />
    </>
  );
}

/** The published values by gas. A gas without a value is left out. */
function GasTable({ factor: { values, unit } }: { factor: Factor }) {
  const { say, locale } = useTexts();
  const rows: [string, string | null][] = GASES.map(([field, name]) => [name, values[field]]);
  rows.push([say("explain.biogenic"), values.biogenic_co2]);
  const present = rows.filter((row): row is [string, string] => row[1] !== null);
  if (present.length === 0) return null;
  const title = `${say("explain.gas")}: ${say("explain.kilograms")} / ${unit}`;
  return (
    <Table
      caption={title}
      columns={[{ title: say("explain.gas") }, { title: say("explain.kilograms"), number: true }]}
      rows={present.map(([name, value]) => ({ key: name, cells: [name, digits(value, locale)] }))}
    />
  );
}
