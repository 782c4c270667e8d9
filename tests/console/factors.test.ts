import { describe, expect, it } from "vitest";
import { visitConsole } from "./visit.ts";

const visit = await visitConsole("editor");
const { page, button, dialog, follow, confirm } = visit;

const save = () => button("Save", dialog()).click();
const chooseUnit = (part: string, entry: string) =>
  visit.choose(dialog().getByLabel("Unit of the activity"), part, entry);

describe("a person with own factors", () => {
  it("creates a group with a factor of three gases, with all digits", async () => {
    await follow("Factors");
    await button("New group").click();
    await dialog().getByLabel("Name").fill("Steel of our mills");
    await dialog().getByLabel("Category").selectOption("purchases");
    await save();
    await visit.heading("Steel of our mills").waitFor();
    await button("New factor").click();
    await dialog().getByLabel("Name").fill("Hot rolled");
    await chooseUnit("kilogram", "kilogram (kg)");
    await dialog().getByLabel("Gases").selectOption("advanced");
    await dialog().getByLabel("kg CO2").fill("1.234567890123456789");
    await dialog().getByLabel("g CH4").fill("0.5");
    await dialog().getByLabel("g N2O").fill("0.000000000000000001");
    await visit.check("factor-new");
    await save();
    await page.getByText("kg CO2: 1.234567890123456789").waitFor();
    await page.getByText("g N2O: 0.000000000000000001").waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
  });

  it("attaches a file as evidence, and reads it", async () => {
    const proof = { name: "proof.txt", mimeType: "text/plain", buffer: Buffer.from("declared by the mill") };
    await page.getByLabel("New file").setInputFiles(proof);
    await button("Upload and attach").click();
    const download = page.waitForEvent("download");
    await button("Download proof.txt").click();
    expect((await download).suggestedFilename()).toBe("proof.txt");
    await visit.check("factor-group");
    await confirm("Take proof.txt off");
    await page.getByText("No file documents these factors.").waitFor();
  });

  it("changes and deletes a factor, and deletes the group", async () => {
    await button("Change Hot rolled").click();
    await dialog().getByLabel("For new records").selectOption("false");
    await save();
    await page
      .getByRole("row", { name: /^Hot rolled/ })
      .getByText("No", { exact: true })
      .waitFor();
    await confirm("Delete Hot rolled");
    await page.getByText("The group has no factors.").waitFor();
    await confirm("Delete the group");
    await page.getByText("No group matches.").waitFor();
    expect((await visit.read("/v1/custom-emission-groups")).json.total).toBe(0);
    await visit.check("factor-groups");
  });

  it("reads the published editions, and what one changes", async () => {
    await follow("Published editions");
    await page.getByLabel("Publisher").fill("desnz");
    await button("Search").click();
    const newest = page.getByRole("link", { name: /conversion factors 2026 .*version 1.2/ });
    await newest.waitFor();
    await page.getByText("corrected by the publisher").waitFor();
    await visit.check("editions");
    await newest.click();
    await visit.heading("Greenhouse gas reporting: conversion factors 2026 (flat file, version 1.2)").waitFor();
    const grid = page.getByRole("row", { name: /^Electricity: UK electricity location GB/ });
    await grid.getByText("0.739887").waitFor();
    await visit.check("edition");
    await follow("Back to the editions");
  });

  it("creates a database with a version and a record, and is told beside the field what is refused", async () => {
    await follow("Databases");
    await button("New database").click();
    await dialog().getByLabel("Name").fill("Declarations");
    await save();
    await button("New version").click();
    await dialog().getByLabel("Name").fill("2026");
    await save();
    await button("New record").click();
    await dialog().getByLabel("Name").fill("Green power");
    await chooseUnit("kilowatt", "kilowatt hour (kwh)");
    await dialog().getByLabel("kg CO2e").fill("0.2");
    await save();
    await dialog().getByText("Choose at least one.").waitFor();
    await visit.check("custom-record-new");
    await dialog().getByLabel("Electricity").check();
    await save();
    await visit.heading("Green power").waitFor();
    await visit.check("custom-record");
  });

  it("changes and disables the record, and finds it by its name", async () => {
    await button("Change the record").click();
    await dialog().getByLabel("Renewable share").fill("0.5");
    await save();
    await page.getByText("0.5", { exact: true }).waitFor();
    await button("Disable for new records").click();
    await button("Enable for new records").waitFor();
    await follow("Back to the version");
    await page.getByLabel("Name").fill("power");
    await button("Search").click();
    await page
      .getByRole("row", { name: /^Green power/ })
      .getByText("No", { exact: true })
      .waitFor();
    await visit.check("custom-version");
  });

  it("is told why a version with records is not deleted", async () => {
    await confirm("Delete the version");
    await dialog().getByText("The version has records. Disable them instead.").waitFor();
    await button("Cancel", dialog()).click();
  });
});
