import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { visitConsole } from "./visit.ts";

const EMAIL = "maria@links.example";
const FIRST = "a phrase of several words";
const SECOND = "another phrase of words";

const visit = await visitConsole();
/** The tab of the person who gets the links. */
const { page } = visit;
const admin = await visit.newTab();
/** Addresses that the person's browser has asked for. */
const asked: string[] = [];
const tokens: string[] = [];

beforeAll(async () => {
  page.on("request", (request) => asked.push(request.url()));
  await visit.signIn("admin", { on: admin });
  await admin.getByRole("link", { name: "Members" }).click();
});

const button = (name: string, on: Page | Locator = page) => on.getByRole("button", { name, exact: true });
const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

/** Reads the link that the admin sees once. */
async function linkOfDialog(): Promise<string> {
  const link = (await admin.getByRole("dialog").locator("code").textContent())!;
  tokens.push(link.split("/").at(-1)!);
  await button("Close", admin.getByRole("dialog")).last().click();
  return link;
}

async function invite(): Promise<string> {
  await button("Invite a person", admin).click();
  await admin.getByLabel("Email address").fill(EMAIL);
  await admin.getByLabel("First name").fill("Maria");
  await button("Make the link", admin).click();
  await admin.getByText("Whoever has it can become a member.").waitFor();
  return linkOfDialog();
}

async function open(link: string, heading: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(link);
  await visit.heading(heading).waitFor();
  expect(page.url()).not.toContain(tokens.at(-1));
  expect(await page.content()).not.toContain(tokens.at(-1));
}

async function choosePassword(password: string, again = password): Promise<void> {
  await fill("New password (12 characters or more)", password);
  await fill("New password again", again);
}

async function signIn(password: string): Promise<void> {
  await fill("Password", password);
  await button("Sign in").click();
  await visit.heading("Overview").waitFor();
}

describe("a person with an invitation", () => {
  let link: string;

  it("sees who invites, and that the two passwords differ", async () => {
    link = await invite();
    expect(link).toContain("/console#/join/");
    await open(link, "Invitation");
    await page.getByText(`invites ${EMAIL}. Your role is: editor.`).waitFor();
    await choosePassword(FIRST, SECOND);
    await button("Accept the invitation").click();
    await page.getByText("The two new passwords differ.").waitFor();
    await visit.check("invitation");
    await page.getByLabel("Language").selectOption("es");
    await visit.heading("Invitación").waitFor();
    await visit.picture("invitation-es");
    await page.getByLabel("Idioma").selectOption("en");
  });

  it("is told that the password must not be the address", async () => {
    await choosePassword(EMAIL);
    await button("Accept the invitation").click();
    await page.getByText("The password must not be the email address.").waitFor();
  });

  it("becomes a member, and signs in", async () => {
    await choosePassword(FIRST);
    await button("Accept the invitation").click();
    await page.getByText(/^You are a member of .* now\. Sign in\.$/).waitFor();
    expect(await page.getByLabel("Email address").inputValue()).toBe(EMAIL);
    await visit.check("invitation-accepted");
    await signIn(FIRST);
    await page.getByText(`${EMAIL}, editor`).waitFor();
  });

  it("is told that a link works once, and that it is gone after a reload", async () => {
    await open(link, "Invitation");
    await page.getByText("This link does not work.").waitFor();
    await visit.check("invitation-used");
    await page.reload();
    await page.getByText("Open it again from the message that you got.").waitFor();
    await page.getByRole("link", { name: "To the sign-in" }).click();
    await visit.heading("Overview").waitFor();
  });

  it("confirms with the password of the account that the address has", async () => {
    await admin.reload();
    await button("Remove Maria", admin).click();
    await button("Remove", admin.getByRole("dialog")).click();
    await button("Remove Maria", admin).waitFor({ state: "detached" });
    await open(await invite(), "Invitation");
    await choosePassword(SECOND);
    await button("Accept the invitation").click();
    await page.getByText("This address has an account here with another password.").waitFor();
    await visit.check("invitation-known");
    await fill("Password", FIRST);
    await button("Accept the invitation").click();
    await page.getByText(/^You are a member of/).waitFor();
    await signIn(FIRST);
  });
});

describe("a person with a link for a new password", () => {
  let link: string;

  it("chooses it, is signed out, and signs in with it", async () => {
    await admin.reload();
    await button("New password of Maria", admin).click();
    await button("Make the link", admin).click();
    await admin.getByText("Whoever has it can choose the password.").waitFor();
    link = await linkOfDialog();
    await open(link, "New password");
    await choosePassword(SECOND);
    await visit.check("new-password");
    await button("Save the password").click();
    await page.getByText("Your password is changed. Sign in with it.").waitFor();
    await fill("Email address", EMAIL);
    await signIn(SECOND);
  });

  it("is told that the link works once, also where the console is open already", async () => {
    await page.goto(link);
    await visit.heading("New password").waitFor();
    expect(page.url()).not.toContain(tokens.at(-1));
    await choosePassword(FIRST);
    await button("Save the password").click();
    await page.getByText("This link does not work.").waitFor();
    await visit.check("new-password-used");
  });
});

it("no token is in the address of a request, or in the log of the gateway", () => {
  const places = [...asked, visit.backend.logs("gateway")].join("\n");
  expect(places.split("/v2/members/join/form").length).toBeGreaterThan(tokens.length);
  expect(tokens).toHaveLength(3);
  for (const token of tokens) expect(places).not.toContain(token);
});
