import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Role } from "../support/organizations.ts";
import { sharedBackend } from "../support/shared-backend.ts";
import { faultsOf, pictureFolder, startBrowser } from "./browser.ts";

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 900 };
/** Of a step: a busy machine takes seconds for a sign-in. */
const STEP_LIMIT_MS = 60_000;

/** Waits until what is read is as expected. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: STEP_LIMIT_MS });

export type Visit = Awaited<ReturnType<typeof visitConsole>>;

/** A browser with the console of the shared system, and organizations of one test file. */
export async function visitConsole() {
  const [backend, browser, pictures] = await Promise.all([sharedBackend(), startBrowser(), pictureFolder()]);
  console.log(`pictures: ${pictures}`);
  /** Requests to other servers, and what the browser refused. */
  const outside: string[] = [];
  const refused: string[] = [];

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
  const picture = (name: string) => page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });

  /** Checks the page in both themes, and that it does not scroll sideways on a narrow screen. */
  async function check(name: string) {
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await picture(`${name}-${theme}`);
      expect(await faultsOf(page), `${name}, ${theme}`).toEqual([]);
    }
    await page.setViewportSize(NARROW);
    await picture(`${name}-narrow`);
    expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(NARROW.width);
    await page.setViewportSize(WIDE);
  }

  const userOf = (role: Role, slug = "outsider") =>
    backend.users.find((user) => user.organization === slug && user.role === role)!;

  /** Opens the console and signs in as the person of a role. */
  async function signIn(role: Role = "editor", on = page) {
    const { email, password } = userOf(role);
    await on.goto(`${backend.urls.gateway}/console`);
    await on.getByLabel("Email address").fill(email);
    await on.getByLabel("Password").fill(password);
    await on.getByRole("button", { name: "Sign in" }).click();
    await heading("Overview", on).waitFor();
  }

  return {
    backend,
    page,
    newTab,
    heading,
    picture,
    check,
    userOf,
    signIn,
    outside,
    refused,
    close: () => browser.close(),
  };
}
