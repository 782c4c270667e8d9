import { expect, it } from "vitest";
import { plainName } from "./words.ts";

it.each([
  ["Consumo kWh", "consumo kwh"],
  ["CONSUMO KWH", "consumo kwh"],
  ["Consumo (MWh)", "consumo mwh"],
  ["ConsumokWh", "consumo kwh"],
  ["EnergyMWhTotal", "energy mwh total"],
  ["Gas kBtu", "gas kbtu"],
  ["MMBtu", "mmbtu"],
  ["Potencia kWp", "potencia kwp"],
  ["tCO2e", "tco2e"],
  ["FechaInicio", "fecha inicio"],
  ["CIFCliente", "cif cliente"],
  ["BankWhite", "bank white"],
])("the words of %s are %s: a unit is one word in any case", (name, plain) => {
  expect(plainName(name)).toBe(plain);
});
