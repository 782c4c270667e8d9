import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { codeOf } from "../support/totp-code.ts";
import { eventually, visitConsole } from "./visit.ts";

/** Nothing listens there. */
const CLOSED = "https://127.0.0.1:1/hook";

/** Milliseconds between two readings of a list. */
const READ_MS = 2_000;

const visit = await visitConsole("admin");
const { backend, page, button, dialog, follow, confirm } = visit;

const secret = () => dialog().locator("code").textContent();
const closeSecret = () => button("Close", dialog()).last().click();

describe("an admin", () => {
  it("creates a key that works, and revokes it, so that it is refused", async () => {
    await follow("API keys");
    await button("New API key").click();
    await page.getByLabel("Name").fill("Nightly import");
    await visit.check("key-new");
    await button("Create").click();
    await page.getByText("This is shown once.").waitFor();
    const key = (await secret())!;
    await visit.check("key-secret");
    await closeSecret();
    const as = { ...visit.as, "x-api-key": key };
    const status = async () => (await backend.call("GET", "/v1/facilities", { as })).status;
    expect(await status()).toBe(200);
    await visit.check("keys");
    await button("Revoke Nightly import").click();
    await page.getByText("Programs that use it are refused within seconds.").waitFor();
    await button("Revoke").click();
    await page.getByRole("cell", { name: "revoked" }).waitFor();
    await eventually(status).toBe(401);
    expect(await page.content()).not.toContain(key);
  });

  it("creates an endpoint, and sees why the delivery of a test failed", async () => {
    await follow("Webhooks");
    await button("New endpoint").click();
    await page.getByLabel("Address (https)").fill(CLOSED);
    await page.getByLabel("Description").fill("ERP");
    await visit.check("endpoint-new");
    await button("Create").click();
    await page.getByText("This is shown once.").waitFor();
    expect(await secret()).toMatch(/^whsec_/);
    await closeSecret();
    await visit.check("endpoints");
    await follow(CLOSED);
    await button("Send a test").click();
    await page.locator("#content").getByText("A test event is on its way.").waitFor();
    await readUntil(page.getByRole("cell", { name: "Nothing listens at the address" }));
    await visit.check("endpoint");
    await page.getByRole("link", { name: /^Show the delivery of/ }).click();
    await visit.heading("Delivery").waitFor();
    await page.getByRole("cell", { name: "Nothing listens at the address" }).waitFor();
    await visit.check("delivery");
    await button("Send again").click();
    await readUntil(page.getByRole("rowheader", { name: "2", exact: true }));
    await page.getByRole("link", { name: "The endpoint and its deliveries" }).click();
    await page.getByLabel("Status").selectOption("succeeded");
    await button("Filter").click();
    await page.getByText("No delivery matches.").waitFor();
  });

  it("sends again what failed, disables the endpoint, replaces its secret and deletes it", async () => {
    await button("Send all failed ones again").click();
    await button("Send again").click();
    await page.getByText("On their way again: 1").waitFor();
    await confirm("New secret");
    await page.getByText("This is shown once.").waitFor();
    expect(await secret()).toMatch(/^whsec_/);
    await closeSecret();
    await confirm("Disable");
    await page.getByText("disabled", { exact: true }).waitFor();
    await button("Send a test").click();
    await page.getByText("The endpoint is disabled. Enable it first.").waitFor();
    await confirm("Delete");
    await page.getByText("There are no endpoints yet.").waitFor();
  });

  it("invites a person, withdraws the invitation, and changes the role of a member", async () => {
    await follow("Members");
    await button("Invite a person").click();
    await page.getByLabel("Email address").fill("ana@example.com");
    await button("Make the link").click();
    await page.getByText("This is shown once.").waitFor();
    const token = (await secret())!.split("/").at(-1);
    await visit.check("invitation-link");
    expect((await backend.call("GET", `/v1/members/join/${token}`)).status).toBe(200);
    await closeSecret();
    await visit.check("members");
    await button("Withdraw the invitation of ana@example.com").click();
    await button("Withdraw").click();
    await page.getByText("There are no open invitations.").waitFor();
    await button("Change viewer").click();
    await page.getByLabel("Role").selectOption("editor");
    await button("Save").click();
    await eventually(() => page.getByRole("row", { name: /^viewer/ }).textContent()).toContain("editor");
    await button("Change admin").click();
    await page.getByLabel("Role").selectOption("viewer");
    await button("Save").click();
    await page.getByText("An organization needs an active admin.").waitFor();
    await button("Cancel").click();
  });
});

describe("a person", () => {
  it("who is no admin sees no pages of admins, and is told why", async () => {
    const tab = await visit.newTab();
    await visit.signIn("human_resources", { on: tab });
    await tab.getByRole("link", { name: "Account" }).waitFor();
    expect(await tab.getByRole("link", { name: "Webhooks" }).count()).toBe(0);
    for (const name of ["webhooks", "members", "keys"]) {
      await tab.goto(`${backend.urls.gateway}/console#/${name}`);
      await tab.getByText("Only admins of the organization see this page.").waitFor();
    }
    await tab.close();
  });

  it("sees the own sessions, and signs out all others", async () => {
    const other = await visit.newTab();
    await visit.signIn("admin", { on: other });
    await follow("Account");
    await page.getByText("this session").waitFor();
    await visit.check("account");
    await confirm("Sign out all others");
    await eventually(() => page.getByRole("row").filter({ hasText: "password" }).count()).toBe(1);
    await other.getByRole("link", { name: "Jobs" }).click();
    await other.getByText("Your session has ended.").waitFor();
    await other.close();
  });

  it("turns codes on, signs in with one, and turns them off", async () => {
    const { email, password } = visit.userOf("admin");
    await button("Turn on").click();
    await dialog().getByLabel("Current password").fill("wrong");
    await button("Go on").click();
    await dialog().getByText("The address or the password is wrong.").waitFor();
    await dialog().getByLabel("Current password").fill(password);
    await button("Go on").click();
    await page.getByRole("img", { name: /^QR code/ }).waitFor();
    await visit.check("totp");
    await dialog()
      .getByLabel("Code", { exact: true })
      .fill(codeOf((await secret())!));
    await button("Confirm the code").click();
    await dialog().getByText("Recovery codes").first().waitFor();
    const codes = (await secret())!.split("\n");
    expect(codes).toHaveLength(10);
    await closeSecret();
    await page.getByText("10 recovery codes are left.").waitFor();

    const tab = await visit.newTab();
    await tab.goto(`${backend.urls.gateway}/console`);
    await tab.getByLabel("Email address").fill(email);
    await tab.getByLabel("Password").fill(password);
    await button("Sign in", tab).click();
    await tab.getByText("Enter the code of your authenticator app.").waitFor();
    await tab.keyboard.type(codes[0]!);
    await tab.keyboard.press("Enter");
    await visit.heading("Overview", tab).waitFor();
    await tab.close();

    await button("Turn off").click();
    await dialog().getByLabel("Current password").fill(password);
    await dialog().getByLabel("Code of the app, or a recovery code").fill(codes[1]!);
    await button("Turn off", dialog()).click();
    await page.getByText("The password alone signs you in.").waitFor();
  });

  it("changes the own password", async () => {
    const { password } = visit.userOf("admin");
    const [wanted, other] = ["a phrase of several words", "another phrase of words"];
    const fill = async (again: string) => {
      await page.getByLabel("Current password").fill(password);
      await page.getByLabel("New password (12 characters or more)").fill(wanted);
      await page.getByLabel("New password again").fill(again);
      await button("Change the password").click();
    };
    await fill(other);
    await page.getByText("The two new passwords differ.").waitFor();
    await fill(wanted);
    await page.getByText("The password is changed.").waitFor();
  });
});

/** Reads the deliveries again until one has its result. */
const readUntil = (found: Locator) =>
  eventually(async () => {
    await button("Read again").click();
    return found.waitFor({ timeout: READ_MS }).then(
      () => true,
      () => false,
    );
  }).toBe(true);
