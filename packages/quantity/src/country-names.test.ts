import { expect, it } from "vitest";
import { countryNames } from "./country-names.ts";

it.each([
  ["GB", ["United Kingdom", "Reino Unido", "Royaume-Uni", "Vereinigtes Königreich", "UK", "Inglaterra", "Angleterre"]],
  ["GR", ["Greece", "Grecia", "Grèce", "Griechenland", "EL"]],
  ["XK", ["Kosovo", "Kosova"]],
  ["US", ["United States", "Estados Unidos", "États-Unis", "EE.UU.", "USA"]],
  ["CI", ["Côte d’Ivoire", "Costa de Marfil", "Ivory Coast"]],
])("knows the usual names of %s", (code, names) => {
  expect(countryNames(code)).toEqual(expect.arrayContaining(names));
});

it("has no names of a code that nobody uses", () => {
  expect(countryNames("QQ")).toEqual([]);
});
