import { beforeAll, describe, expect, it } from "vitest";
import { visitConsole } from "./visit.ts";

const YEAR = new Date().getFullYear();
const AMOUNT = "1234567.5678901234567890123";

const visit = await visitConsole("editor");
const { backend, page, follow, choose } = visit;

beforeAll(() =>
  visit.add("/v1/suppliers", { business_name: "Cementos del Ebro", country: "ES", code_type: "nace", code: "23.51" }),
);

const save = () => visit.button("Save").click();
const place = (hash: string) => `${backend.urls.gateway}/console#/${hash}`;

describe("a person who records a purchase", () => {
  it("is told beside the field what cannot be read, before anything is sent", async () => {
    await follow("Records");
    await follow("Record a purchase");
    await page.getByLabel("Product").fill("Cement");
    await page.getByLabel("Sector (required)").fill("23.51");
    await page.getByLabel("Purchase date").fill(`${YEAR + 3}-03-14`);
    await page.getByLabel("Type of expense").selectOption("opex");
    await page.getByLabel("Amount (required)").fill("1,000");
    await page.getByLabel("Currency").fill("doubloon");
    await save();
    await page.getByText("Choose an entry of the list.").waitFor();
    await page.getByText("Write digits, with “.” before decimals").waitFor();
    await page.getByLabel("Amount (required)").and(page.locator(":focus")).waitFor();
    await visit.check("purchase");
  });

  it("is told beside the field what the service refuses, and the focus is there", async () => {
    await page.getByLabel("Amount (required)").fill(AMOUNT);
    await choose(page.getByLabel("Currency"), "euro", "euro (EUR)");
    await choose(page.getByLabel("Supplier"), "ebro", "Cementos del Ebro, ES");
    await save();
    await page.getByText("Values were refused.").waitFor();
    const date = page.getByLabel("Purchase date");
    const note = await date.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${note}"]`).textContent()).toContain("after the end of next year");
    await date.and(page.locator(":focus")).waitFor();
    await visit.check("purchase-refused");
  });

  it("reads the explanation of the number, with all digits", async () => {
    await page.getByLabel("Purchase date").fill(`${YEAR - 1}-03-14`);
    await save();
    await page.getByRole("heading", { name: "Contributions" }).waitFor();
    await page.getByText("1,234,567.5678901234567890123 EUR").first().waitFor();
    const { json } = await visit.read("/v1/purchases");
    expect(json.items).toHaveLength(1);
    expect(json.items[0].supplier.business_name).toBe("Cementos del Ebro");
  });

  it("has a form for other kinds too, in Spanish", async () => {
    await page.getByLabel("Language").selectOption("es");
    await page.goto(place("records/hotel_stays/new"));
    await page.getByLabel("Entrada").first().waitFor();
    await visit.check("hotel-stay-es");
    await page.getByLabel("Idioma").selectOption("en");
  });

  it("is offered nothing that the role does not allow, and a refusal is told in words", async () => {
    const tab = await visit.newTab();
    await visit.signIn("viewer", { on: tab });
    await tab.getByRole("link", { name: "Records", exact: true }).click();
    await tab.getByText("1 records").waitFor();
    expect(await tab.getByRole("link", { name: "Record a purchase" }).count()).toBe(0);
    await tab.goto(place("records/purchases/new"));
    await tab.getByText("Your role (viewer) cannot record activities").waitFor();
    await tab.goto(place("imports"));
    await tab.getByText("Your role (viewer) cannot import files").waitFor();
    await tab.goto(place("factors"));
    await tab.getByText("No group matches.").waitFor();
    expect(await tab.getByRole("button", { name: "New group" }).count()).toBe(0);
    await tab.close();
  });
});
