import { unitId } from "@emissions/quantity/catalogue-id";
import { beforeAll, describe, expect, it } from "vitest";
import { visitConsole } from "./visit.ts";

const LAST_YEAR = new Date().getFullYear() - 1;
const DAY = `${LAST_YEAR}-03-10`;

const visit = await visitConsole();
const { backend, page } = visit;

beforeAll(async () => {
  await visit.add("/v1/employees", { name: "Lucía Campos", situation: "active", status: "uploaded" });
  await visit.add("/v1/sold-products", {
    product_name: "Kettle of steel",
    lifetime_years: 10,
    uses_per_year: 200,
    energy_per_use: { quantity: 0.8, unit_id: unitId("kWh"), energy_type: "electricity" },
  });
  await visit.signIn();
});

const field = (label: string) => page.getByLabel(label, { exact: true });
const save = () => page.getByRole("button", { name: "Save" }).click();
const open = async (kind: string, heading: string) => {
  await page.goto(`${backend.urls.gateway}/console#/records/${kind}/new`);
  await visit.heading(heading).waitFor();
};
const explained = () => page.getByRole("heading", { name: "Contributions" }).waitFor();

/** Writes a part of a name, and takes the entry that the list offers. */
async function choose(label: string, part: string, entry: string): Promise<void> {
  await field(label).pressSequentially(part);
  await page.locator(`datalist option[value="${entry}"]`).waitFor({ state: "attached" });
  await field(label).fill(entry);
}

describe("a person who records a transport", () => {
  it("is told beside the field of a section what the service refuses", async () => {
    await page.getByRole("link", { name: "Records", exact: true }).click();
    await page.getByLabel("Kind of record").selectOption("transports");
    await page.getByRole("link", { name: "Record a transport" }).click();
    await field("Name").fill("Parts to the plant");
    await field("Date (required)").fill(DAY);
    await field("Goods transported (required)").fill("5000.25");
    await choose("Unit (required)", "kilogram", "kilogram (kg)");
    await field("Direction (required)").selectOption("upstream");
    await field("Mode of transport (required)").selectOption("road");
    await field("Vehicle").selectOption("truck");
    await field("Distance (km)").fill("203");
    await page.getByText("Section 2", { exact: true }).click();
    await field("Distance (km) 2").fill("640");
    await save();
    await page.getByText("Values were refused.").waitFor();
    await field("Mode of transport 2").and(page.locator("[aria-invalid]:focus")).waitFor();
    await visit.check("transport");
  });

  it("reads the explanation, and both sections are stored", async () => {
    await field("Mode of transport 2").selectOption("rail");
    await save();
    await explained();
    await visit.picture("transport-explained");
    const { json } = await backend.call("GET", "/v1/transports", { as: backend.caller("outsider") });
    const { sections } = json.items.find(({ name }: { name: string }) => name === "Parts to the plant");
    expect(sections.map((one: { transport_type: string }) => one.transport_type)).toEqual(["road", "rail"]);
  });
});

describe("a person who records activities of logistics", () => {
  it("records a leg", async () => {
    await open("logistics_requests", "Record a logistics request");
    await field("Shipment").fill("SHIP-1");
    await field("Shipment date").fill(DAY);
    await choose("Transport operation category (TOC)", "artic", "Artic truck diesel");
    await field("Load").fill("5000");
    await field("Distance (km)").fill("203");
    await visit.check("logistics-request");
    await save();
    await explained();
  });

  it("records a recharge", async () => {
    await open("logistics_recharges", "Record a logistics recharge");
    await choose("Fuel (required)", "diesel", "Diesel (l)");
    await choose("Country (required)", "spain", "Spain");
    await field("Date (required)").fill(DAY);
    await field("Quantity (required)").fill("82.5");
    await visit.check("logistics-recharge");
    await save();
    await explained();
  });
});

it("a commuting period has the days of the week", async () => {
  await open("commuting_periods", "Record a commuting period");
  await choose("Employee (required)", "Luc", "Lucía Campos");
  await field("Start date (required)").fill(`${LAST_YEAR}-01-01`);
  await field("End date (required)").fill(`${LAST_YEAR}-06-30`);
  await field("Means of transport (required)").selectOption("car");
  await field("Distance (km)").fill("12.5");
  const days = page.getByRole("group", { name: "Days at work" });
  for (const day of ["Monday", "Friday"]) await days.getByLabel(day).check();
  await visit.check("commuting");
  await save();
  await explained();
  const { json } = await backend.call("GET", "/v1/employee-historic", { as: backend.caller("outsider") });
  expect(json.items.map(({ weekly_travels }: { weekly_travels: number[] }) => weekly_travels)).toEqual([[0, 4]]);
});

it("a sale names its product, in Spanish", async () => {
  await page.getByLabel("Language").selectOption("es");
  await open("sold_product_sales", "Registrar una venta");
  await choose("Producto (obligatorio)", "kettle", "Kettle of steel");
  await field("Fecha de inicio (obligatorio)").fill(`${LAST_YEAR}-01-01`);
  await field("Fecha de fin (obligatorio)").fill(`${LAST_YEAR}-12-31`);
  await choose("País de uso (obligatorio)", "espa", "España");
  await field("Unidades vendidas (obligatorio)").fill("1000,5");
  await visit.check("sale-es");
  await page.getByRole("button", { name: "Guardar" }).click();
  await page.getByRole("heading", { name: "Contribuciones" }).waitFor();
  await page.getByLabel("Idioma").selectOption("en");
});

it("people of human resources record commuting, and nothing else", async () => {
  const tab = await visit.newTab();
  await visit.signIn("human_resources", { on: tab });
  const at = (kind: string) => tab.goto(`${backend.urls.gateway}/console#/records/${kind}`);
  await at("commuting_periods");
  await tab.getByRole("link", { name: "Record a commuting period" }).waitFor();
  await at("transports/new");
  await tab.getByText("cannot record activities in this organization").waitFor();
  await tab.close();
});
