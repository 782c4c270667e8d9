import { newId } from "@emissions/kit/process/id";
import { unitId } from "@emissions/quantity/catalogue-id";
import { beforeAll, describe, expect, it } from "vitest";
import { calculated, finished } from "../support/backend.ts";
import { eventually, visitConsole } from "./visit.ts";

const YEAR = new Date().getFullYear();
const EXACT = "1234.5678901234567890123";

const visit = await visitConsole();
const { backend, as, page, heading, check, button, follow } = visit;

const purchase = (name: string) => ({
  unit_id: unitId("EUR"),
  product_name: name,
  sector: "23.51",
  purchase_date: `${YEAR - 1}-03-14`,
  expense_type: "opex",
  quantity: EXACT,
});

/** Two pages of purchases. The totals are complete when all are calculated. */
beforeAll(async () => {
  const made: string[] = [];
  for (let at = 0; at < 30; at++) made.push((await visit.add("/v1/purchases", purchase(`Cement ${at}`))).id);
  for (const id of made) await calculated(backend, as, id);
});

describe("a person in the console", () => {
  it("is told when the password is wrong, and signs in", async () => {
    await page.goto(`${backend.urls.gateway}/console`);
    await heading("Sign in").waitFor();
    await check("sign-in");
    await page.getByLabel("Email address").fill("nobody@example.com");
    await page.getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByText("The address or the password is wrong.").waitFor();
    await visit.signIn();
    expect(await page.evaluate("document.cookie + JSON.stringify(localStorage)")).not.toContain("eyJ");
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
    await page.getByLabel("Colours").selectOption("dark");
    expect(await page.evaluate("getComputedStyle(document.body).colorScheme")).toBe("dark");
    await page.getByLabel("Colours").selectOption("system");
  });

  it("reads the totals of a period with all digits", async () => {
    await follow(`Year ${YEAR - 1}`);
    await page.getByRole("heading", { name: "By category" }).waitFor();
    const { json, text } = await visit.read(
      `/v1/total-impacts?start_date=${YEAR - 1}-01-01&end_date=${YEAR - 1}-12-31`,
    );
    expect(json.items).toHaveLength(1);
    const total = /"total_co2e":([\d.]+)/.exec(text)![1]!;
    const cell = page.getByRole("row", { name: /^Scope 3/ }).getByRole("cell");
    expect((await cell.first().textContent())!.replaceAll(",", "")).toBe(total);
    await check("overview");
  });

  it("walks through the records and opens the explanation of a number", async () => {
    await follow("Records");
    await page.getByText("30 records").waitFor();
    await check("records");
    await button("Next page").click();
    await page.getByText("Page 2").waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
    await button("Previous page").click();
    await page.getByLabel("Text").fill("Cement 29");
    await button("Filter").click();
    await page.getByText("1 records").waitFor();
    await follow("Explain the number of Cement 29");
    await page.getByRole("heading", { name: "Contributions" }).waitFor();
    await page.getByText("1,234.5678901234567890123 EUR").first().waitFor();
    await page.getByText("With numbers").waitFor();
    await page.locator('a[href="#/factors/editions/figaro-2026"]').waitFor();
    await check("explanation");
  });

  it("sees the jobs with their progress, in Spanish too", async () => {
    await follow("Jobs");
    await heading("Jobs").waitFor();
    await page.getByText("You have begun no jobs").waitFor();
    const body = { records: [purchase("Sand"), purchase("Gravel")] };
    const headers = { "idempotency-key": newId() };
    const { status, json } = await backend.call("POST", "/v2/purchases", { as, body, headers });
    expect(status).toBe(202);
    await finished(backend, as, json.id);
    await button("Read again").click();
    await page.getByText("2 of 2 records").waitFor();
    await check("jobs");
    await page.getByLabel("Language").selectOption("es");
    await heading("Trabajos").waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("es");
    await visit.picture("jobs-es");
    await page.getByLabel("Idioma").selectOption("en");
  });

  it("is led to the sign-in when the session has ended elsewhere", async () => {
    const token = await page.evaluate("JSON.parse(sessionStorage.getItem('console.session')).token");
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${backend.urls.gateway}/v2/sessions`, { method: "DELETE", headers });
    await button("Read again").click();
    await page.getByText("Your session has ended. Sign in again.").waitFor();
  });

  it("ends the own session with the sign-out", async () => {
    await visit.signIn();
    const token = await page.evaluate("JSON.parse(sessionStorage.getItem('console.session')).token");
    const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
    await button("Sign out").click();
    await heading("Sign in").waitFor();
    expect((await ended).status()).toBe(204);
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    const headers = { authorization: `Bearer ${token}` };
    // An event tells the gateway about the end.
    await eventually(async () => (await fetch(`${backend.urls.gateway}/v2/account`, { headers })).status).toBe(401);
  });
});
