import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { csvFile, eventually, visitConsole } from "./visit.ts";

const PLANT = "Plant Bilbao";
/** One valid row, one with a name that is nearly right and no number, one with a day that does not exist. */
const WASTES = `Planta;Residuo;Fecha inicio;Fecha fin;Cantidad (kg);Código LER;Código R/D;Unidad
${PLANT};Papel;01/02/2025;28/02/2025;1.250,5;15 01 01;R03;kg
Plant Bilbo;Vidrio;01/03/2025;31/03/2025;mucho;15 01 07;R05;kg
${PLANT};Vidrio;01/03/2025;31/02/2025;3,5;15 01 07;R05;kg
`;
const FILE_BYTES_MAX = 25 * 1024 * 1024;

const visit = await visitConsole("editor");
const { page, button, follow, confirm } = visit;

beforeAll(() => visit.add("/v1/facilities", { name: PLANT, type: "factory", country: "ES" }));

async function beginImport() {
  await follow("Imports");
  await follow("New import");
  await page.getByLabel("Kind of records").selectOption("wastes");
}

describe("a person who imports a file", () => {
  it("downloads an example of the template", async () => {
    await beginImport();
    const download = page.waitForEvent("download");
    await button("Download an example file").click();
    expect((await download).suggestedFilename()).toBe("wastes.xlsx");
  });

  it.each([
    { what: "no file", given: null, words: "Choose a file." },
    { what: "another type", given: csvFile("a.pdf", "%PDF"), words: "This is no csv, tsv, xlsx or xls file." },
    { what: "an empty file", given: csvFile("a.csv", ""), words: "The file is empty." },
    { what: "a text as a workbook", given: csvFile("a.xlsx", "a;b"), words: "does not match the end of its name" },
  ])("is told why $what is refused", async ({ given, words }) => {
    await beginImport();
    if (given) await page.locator("input[type=file]").setInputFiles(given);
    await button("Upload").click();
    await page.getByText(words).waitFor();
  });

  it("is told why 25 MiB and a byte are refused", async () => {
    await beginImport();
    const folder = await mkdtemp(join(tmpdir(), "emissions-import-"));
    const path = join(folder, "large.csv");
    await writeFile(path, "a");
    await truncate(path, FILE_BYTES_MAX + 1);
    await page.locator("input[type=file]").setInputFiles(path);
    await button("Upload").click();
    await page.getByText("The file has more than 25 MiB. Divide it.").waitFor();
    await rm(folder, { recursive: true });
  });

  it("sends the file, and chooses how it is read", async () => {
    await beginImport();
    await visit.check("import-new");
    await page.getByLabel("Kind of records").selectOption("wastes");
    await page.locator("input[type=file]").setInputFiles(csvFile("wastes.csv", WASTES));
    await button("Upload").click();
    await page.getByRole("heading", { name: "Columns of the file" }).waitFor();
    const before = page.url();
    await page.getByText("How the file is read").click();
    await page.getByLabel("Days in the file").selectOption("es_ES");
    await button("Read again").click();
    await page.waitForURL((url) => url.hash.includes("/imports/") && url.href !== before);
    await page.getByRole("heading", { name: "Columns of the file" }).waitFor();
    const { json } = await visit.read("/v2/imports/sessions?status=parsed");
    expect(json.items, "the former reading is deleted").toHaveLength(1);
  });

  it("sees a suggestion for each column, and is told when one is missing or repeated", async () => {
    const quantity = page.getByLabel("Meaning of Cantidad (kg)");
    expect(await quantity.inputValue()).toBe("base_quantity");
    await page.getByText("1.250,5 · mucho · 3,5").waitFor();
    await page
      .getByText(/Suggested, \d+ % sure/)
      .first()
      .waitFor();
    await quantity.selectOption("");
    await page.getByText("Each row needs a value that no column has: Quantity.").waitFor();
    await quantity.selectOption("end_date");
    await page.getByText("Only one column can be: End date.").waitFor();
    expect(await button("Check the rows").isDisabled()).toBe(true);
    await quantity.selectOption("base_quantity");
    await visit.check("import-columns");
    await button("Check the rows").click();
  });

  it("chooses the entry that an unknown name means", async () => {
    await page.getByRole("heading", { name: "Names that are not known" }).waitFor();
    await page.getByLabel("Entry for Plant Bilbo").selectOption({ label: PLANT });
    await visit.check("import-names");
    await button("Check the rows").click();
    await page.getByText("Valid rows: 1. Rows with errors: 2.").waitFor();
  });

  it("corrects a value, and deletes a row", async () => {
    const quantity = page.getByRole("group", { name: "Row 3 of the file" }).getByLabel("Quantity");
    await page.getByText("This is no number.").waitFor();
    await page.getByText("In the file: 31/02/2025").waitFor();
    await visit.check("import-rows");
    await quantity.fill("1,000");
    await page.getByText("Write digits, with “.” before decimals").waitFor();
    await quantity.fill("17.25");
    await button("Save corrections").click();
    await page.getByText("Valid rows: 2. Rows with errors: 1.").waitFor();
    await page.getByLabel("Mark row 4 for deletion").check();
    await confirm("Delete the marked rows (1)");
    await page.getByText("Valid rows: 2. Rows with errors: 0.").waitFor();
  });

  it("submits the rows, follows the job and reads the records", async () => {
    await button("Import the valid rows (2)").click();
    await page.getByText("2 of 2 records").waitFor();
    await button("Revert the job").waitFor();
    await visit.check("import-result");
    await follow("Show the records");
    await page.getByText("2 records", { exact: true }).waitFor();
    await page.getByRole("cell", { name: "17.25 kg" }).waitFor();
    await page.goBack();
  });

  it("reverts the job after a question, and sees the import in the list", async () => {
    await confirm("Revert the job");
    await page.getByRole("heading", { name: "Reversal of the job" }).waitFor();
    await follow("Imports");
    await page
      .getByRole("row", { name: /^wastes.csv/ })
      .getByText("submitted")
      .waitFor();
    await visit.check("imports");
    await eventually(async () => (await visit.read("/v1/wastes")).json.total).toBe(0);
  });
});

describe("a file that lacks values of all rows", () => {
  const bills = (month: string) => csvFile("bills.csv", `Month;Consumption;Site\n${month};100.5;${PLANT}\n`);
  async function upload(month: string) {
    await beginImport();
    await page.getByLabel("Kind of records").selectOption("invoices");
    await page.locator("input[type=file]").setInputFiles(bills(month));
    await button("Upload").click();
    await page.getByRole("heading", { name: "Columns of the file" }).waitFor();
  }

  it("gets them once, and both days from its column of months", async () => {
    await upload("2025-03");
    expect(await page.getByLabel("Meaning of Month").locator("option:checked").textContent()).toBe(
      "month, quarter or year",
    );
    await page.getByLabel("Type of invoice of all rows").selectOption("electricity");
    await page.getByLabel("Unit of all rows").fill("kWh");
    await visit.check("import-fill");
    await button("Check the rows").click();
    await page.getByText("Valid rows: 1. Rows with errors: 0.").waitFor();
  });

  it("is read as its saved mapping says", async () => {
    const filling = (as: string) => ({ column: "Month", as });
    await visit.add("/v2/imports/mappings", {
      name: "Bills",
      template_id: "invoices",
      source_columns: ["Month", "Consumption", "Site"],
      mapping: { Consumption: "base_quantity", Site: "facility_id" },
      fill: {
        type: { value: "electricity" },
        unit_id: { value: "kWh" },
        start_date: filling("period_start"),
        end_date: filling("period_end"),
      },
    });
    await upload("2025-04");
    await page.getByText("As in the saved mapping Bills.").waitFor();
    expect(await page.getByLabel("Unit of all rows").inputValue()).toBe("kWh");
    await visit.check("import-saved");
    await button("Check the rows").click();
    await page.getByText("Valid rows: 1. Rows with errors: 0.").waitFor();
  });

  it("shows each month as its days, and takes the days of a month that is not clear", async () => {
    await upload("04/25");
    await button("Check the rows").click();
    await page.getByText("Valid rows: 0. Rows with errors: 1.").waitFor();
    const row = page.getByRole("group", { name: "Row 2 of the file" });
    await row.getByText("This may be a month or a day. Choose the day.").first().waitFor();
    await visit.check("import-months");
    await row.getByLabel("Start date").fill("2025-04-01");
    await row.getByLabel("End date").fill("2025-04-30");
    await button("Save corrections").click();
    await page.getByText("Valid rows: 1. Rows with errors: 0.").waitFor();
    await page.getByRole("cell", { name: "30 Apr 2025" }).waitFor();
    await button("Import the valid rows (1)").click();
    await page.getByText("1 of 1 records").waitFor();
  });

  it("shows the rows that may be there already, leads to what is there, and deletes those that are marked", async () => {
    await upload("2025-04");
    await button("Check the rows").click();
    await page.getByText("Rows that may be there already (1)").waitFor();
    await visit.check("import-duplicates");
    const { json } = await visit.read("/v1/invoices?size=1");
    const there = page.getByRole("link", { name: /^record …/ });
    expect(await there.getAttribute("href")).toBe(`#/records/invoices/${json.items[0].id}`);
    await page.getByLabel("Mark row 2 for deletion").check();
    await confirm("Delete the marked rows (1)");
    await page.getByText("Valid rows: 0. Rows with errors: 0.").waitFor();
  });
});
