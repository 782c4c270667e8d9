import { DAY, type FixtureCell, styled, xlsxOfRows } from "../../services/imports/src/table/workbook.fixture.ts";

const FIRST_DAY_SERIAL = 45_658; // 2025-01-01
const MONTH_DAYS = 28;
const HEADER = [
  "Centro",
  "Residuo",
  "Código LER",
  "Cantidad",
  "Unidad",
  "Fecha inicio",
  "Fecha fin",
  "Operación",
  "Gestor",
  "Km",
  "Observaciones",
  "ID externo",
];

interface TestFile {
  rows: number;
  /** Names of facilities of the organization. */
  facilities: readonly string[];
  /** Begins the external ids, so that no file repeats those of another. */
  prefix: string;
}

const texts = ({ facilities, prefix }: TestFile, at: number) => ({
  before: [facilities[at % facilities.length]!, `Delivery note ${at}`, "150101"],
  quantity: `${(at % 9_000) + 1}.25`,
  after: ["R3", `Plant of destination ${at % 40}`, String(at % 300), `note of row ${at}`, `${prefix}-${at}`],
});

const month = (at: number) => String((at % 12) + 1).padStart(2, "0");

/** Wastes in twelve columns, as a Spanish system writes them. */
export function wastesCsv(file: TestFile): Buffer {
  const lines = [HEADER.join(";")];
  for (let at = 0; at < file.rows; at++) {
    const { before, quantity, after } = texts(file, at);
    const days = [`01/${month(at)}/2025`, `${MONTH_DAYS}/${month(at)}/2025`];
    lines.push([...before, quantity.replace(".", ","), "kg", ...days, ...after].join(";"));
  }
  return Buffer.from(lines.join("\r\n"));
}

/** The same rows with typed cells. */
export function wastesXlsx(file: TestFile): Buffer {
  const rows: FixtureCell[][] = [HEADER];
  for (let at = 0; at < file.rows; at++) {
    const { before, quantity, after } = texts(file, at);
    const first = FIRST_DAY_SERIAL + (at % 12) * MONTH_DAYS;
    const days = [styled(DAY, String(first)), styled(DAY, String(first + MONTH_DAYS - 1))];
    rows.push([...before, Number(quantity), "kg", ...days, ...after]);
  }
  return xlsxOfRows(rows);
}
