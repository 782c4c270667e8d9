import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import type { Role } from "../support/organizations.ts";
import { sharedBackend } from "../support/shared-backend.ts";
import { faultsOf, pictureFolder, startBrowser } from "./browser.ts";

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 900 };
/** Of a step: a busy machine takes seconds for a sign-in. */
const STEP_LIMIT_MS = 60_000;

/** Waits until what is read is as expected. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: STEP_LIMIT_MS });

/** A file as a person chooses it. */
export const csvFile = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/**
 * A browser with the console of the shared system, and organizations of one test file. A person with the role is signed
 * in. The file fails if the page asks another server, or if the browser refuses anything of it.
 */
export async function visitConsole(role?: Role) {
  const [backend, browser, pictures] = await Promise.all([sharedBackend(), startBrowser(), pictureFolder()]);
  console.log(`pictures: ${pictures}`);
  /** Requests to other servers, and what the browser refused. */
  const outside: string[] = [];
  const refused: string[] = [];

  afterAll(async () => {
    await browser.close();
    expect({ outside, refused }).toEqual({ outside: [], refused: [] });
  });

  /** A tab with a session of its own. */
  async function newTab(): Promise<Page> {
    const page = await browser.newPage({ locale: "en-GB", viewport: WIDE });
    page.setDefaultTimeout(STEP_LIMIT_MS);
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(backend.urls.gateway) && !url.startsWith("data:")) outside.push(url);
    });
    page.on("pageerror", (error) => refused.push(String(error)));
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    return page;
  }

  const page = await newTab();
  const heading = (name: string, on = page) => on.getByRole("heading", { level: 1, name });
  const button = (name: string, on: Page | Locator = page) => on.getByRole("button", { name, exact: true });
  const dialog = () => page.getByRole("dialog");
  /** Follows a link. */
  const follow = (name: string) => page.getByRole("link", { name, exact: true }).click();
  /** Presses a button, and the one of the same name in the question that it opens. */
  async function confirm(name: string) {
    await button(name).click();
    await button(name, dialog()).click();
  }

  /** Writes a part of a name in a search, and takes the entry that the list offers. */
  async function choose(field: Locator, part: string, entry: string) {
    await field.fill("");
    await field.pressSequentially(part);
    await page.locator(`datalist option[value="${entry}"]`).waitFor({ state: "attached" });
    await field.fill(entry);
  }
  const picture = (name: string, on = page) => on.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });

  /** Checks the page in both themes, and that it does not scroll sideways on a narrow screen. */
  async function check(name: string, on = page) {
    for (const theme of ["light", "dark"] as const) {
      await on.emulateMedia({ colorScheme: theme });
      await picture(`${name}-${theme}`, on);
      expect(await faultsOf(on), `${name}, ${theme}`).toEqual([]);
    }
    await on.setViewportSize(NARROW);
    await picture(`${name}-narrow`, on);
    expect(await on.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(NARROW.width);
    await on.setViewportSize(WIDE);
  }

  const userOf = (role: Role, slug = "outsider") =>
    backend.users.find((user) => user.organization === slug && user.role === role)!;

  /** Opens the console and signs in as the person of a role. */
  async function signIn(role: Role = "editor", { on = page, slug = "outsider" } = {}) {
    const { email, password } = userOf(role, slug);
    await on.goto(`${backend.urls.gateway}/console`);
    await on.getByLabel("Email address").fill(email);
    await on.getByLabel("Password").fill(password);
    await on.getByRole("button", { name: "Sign in" }).click();
    await heading("Overview", on).waitFor();
  }

  /** The API, for an editor of the same organization. */
  const as = backend.caller("outsider");
  const read = (path: string) => backend.call("GET", path, { as });
  async function add(path: string, body: object) {
    const { status, json } = await backend.call("POST", path, { as, body });
    expect(status).toBe(201);
    return json;
  }

  if (role !== undefined) await signIn(role);
  return {
    ...{ backend, as, read, add },
    ...{ page, newTab, heading, button, dialog, follow, confirm, choose },
    ...{ picture, check, userOf, signIn },
  };
}
