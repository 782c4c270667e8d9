import { beforeAll, expect, it } from "vitest";
import { calculated } from "../support/backend.ts";
import { csvFile, eventually, visitConsole } from "./visit.ts";

const LAST_YEAR = new Date().getFullYear() - 1;
const AMOUNT = "1234567.5678901234567890123";
const PLANT = "Plant Bilbao";
const WASTES = `Facility;Waste;Start date;End date;Quantity;LER code;R/D code;Unit
${PLANT};Paper;${LAST_YEAR}-02-01;${LAST_YEAR}-02-28;1250.5;15 01 01;R03;kg
${PLANT};Glass;${LAST_YEAR}-03-01;${LAST_YEAR}-03-31;17.25;15 01 07;R05;kg
`;

const visit = await visitConsole();
const { backend, as, page, button, dialog, follow, choose, heading, check } = visit;

beforeAll(() => visit.add("/v1/facilities", { name: PLANT, type: "factory", country: "ES" }));

/** The digits of a text without the signs of the locale. */
const plain = (text: string | null) => text?.replaceAll(/[^\d.]/g, "");

it("a person signs in", async () => {
  await page.goto(`${backend.urls.gateway}/console`);
  await heading("Sign in").waitFor();
  await check("person-sign-in");
  await visit.signIn("admin");
  await check("person-overview");
});

it("records a purchase, and reads the explanation of its number", async () => {
  await follow("Records");
  await follow("Record a purchase");
  await page.getByLabel("Product").fill("Cement");
  await page.getByLabel("Sector (required)").fill("23.51");
  await page.getByLabel("Purchase date").fill(`${LAST_YEAR}-03-14`);
  await page.getByLabel("Type of expense").selectOption("opex");
  await page.getByLabel("Amount (required)").fill(AMOUNT);
  await choose(page.getByLabel("Currency"), "euro", "euro (EUR)");
  await check("person-purchase");
  await button("Save").click();
  await page.getByRole("heading", { name: "Contributions" }).waitFor();
  await page.getByText("1,234,567.5678901234567890123 EUR").first().waitFor();
  const { json } = await visit.read("/v1/purchases");
  expect(json.items).toHaveLength(1);
  const [{ id }] = json.items;
  await calculated(backend, as, id);
  const { text } = await visit.read(`/v1/purchases/${id}`);
  const digits = /"co2e":([\d.]+)/.exec(text)![1]!;
  expect(plain(await page.locator(".headline").evaluate((one) => one.firstChild!.textContent))).toBe(digits);
  await check("person-explanation");
});

it("imports a file to the end of its job", async () => {
  await follow("Imports");
  await follow("New import");
  await page.getByLabel("Kind of records").selectOption("wastes");
  await page.locator("input[type=file]").setInputFiles(csvFile("wastes.csv", WASTES));
  await check("person-file");
  await button("Upload").click();
  await page.getByRole("heading", { name: "Columns of the file" }).waitFor();
  await check("person-columns");
  await button("Check the rows").click();
  await page.getByText("Valid rows: 2. Rows with errors: 0.").waitFor();
  await check("person-rows");
  await button("Import the valid rows (2)").click();
  await page.getByText("2 of 2 records").waitFor();
  await button("Revert the job").waitFor();
  await check("person-job");
  await follow("Show the records");
  await page.getByRole("cell", { name: "17.25 kg" }).waitFor();
  await check("person-records");
});

it("edits a dashboard, which is as it was saved after the page is loaded again", async () => {
  await follow("Dashboards");
  await button("New dashboard").click();
  await page.getByLabel("Name of the new project").fill("Annual report");
  await page.getByLabel("Content").selectOption("carbon_footprint");
  await button("Create").click();
  await heading("Annual report").waitFor();
  const card = page.getByRole("article", { name: "Other indirect emissions", exact: true });
  await card.getByRole("img").waitFor();
  const width = async () => (await card.boundingBox())!.width;
  const before = await width();
  await button("Edit").click();
  await button("Size of Other indirect emissions").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await check("person-editor");
  await button("Save").click();
  await button("Edit").waitFor();
  await page.reload();
  await card.getByText("All digits").click();
  expect(await width()).toBeLessThan(before);
  const cell = card.getByRole("row", { name: /^Emissions of purchases/ }).getByRole("cell");
  expect(Number(plain(await cell.textContent()))).toBeGreaterThan(0);
  await check("person-dashboard");
});

it("creates a key for a program, and revokes it, so that the API refuses it", async () => {
  await follow("API keys");
  await button("New API key").click();
  await page.getByLabel("Name").fill("Nightly import");
  await button("Create").click();
  await page.getByText("This is shown once.").waitFor();
  const key = (await dialog().locator("code").textContent())!;
  await check("person-key");
  await button("Close", dialog()).last().click();
  const status = async () => (await backend.call("GET", "/v1/purchases", { as: { ...as, "x-api-key": key } })).status;
  expect(await status()).toBe(200);
  await button("Revoke Nightly import").click();
  await button("Revoke", dialog()).click();
  await page.getByRole("cell", { name: "revoked" }).waitFor();
  await eventually(status).toBe(401);
  await check("person-keys");
});
