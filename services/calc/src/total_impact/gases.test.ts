import { plain, ZERO } from "@emissions/quantity/decimal";
import { describe, expect, it } from "vitest";
import { GAS_NAMES, gasTotals } from "./gases.ts";

type Row = Parameters<typeof gasTotals>[0][number];

/** 100 kg CO2e under AR5, of which 28 are methane and 26.5 nitrous oxide. */
const row = (fields: Partial<Row> = {}): Row => ({
  gas: null,
  methaneOrigin: "general",
  gwpSet: "AR5",
  byGas: true,
  kg: "100",
  co2Kg: "40",
  ch4Kg: "1",
  n2oKg: "0.1",
  ...fields,
});

describe("the gases of a total", () => {
  it.each<{ what: string; rows: Row[]; set: Parameters<typeof gasTotals>[1]; gases: object }>([
    {
      what: "are weighed, and the rest is unspecified",
      rows: [row()],
      set: null,
      gases: { CO2: "40", CH4: "28", N2O: "26.5", unspecified: "5.5" },
    },
    {
      what: "are weighed under the set of the question, fossil methane by its origin",
      rows: [row({ methaneOrigin: "fossil" })],
      set: "AR6",
      gases: { CO2: "40", CH4: "29.8", N2O: "27.3", unspecified: "2.9" },
    },
    {
      what: "keep the set of a publication without all gases",
      rows: [row({ byGas: false })],
      set: "AR6",
      gases: { CO2: "40", CH4: "28", N2O: "26.5", unspecified: "5.5" },
    },
    {
      what: "other than CO2 are unspecified without a set",
      rows: [row({ gwpSet: null })],
      set: null,
      gases: { CO2: "40", unspecified: "60" },
    },
    {
      what: "of a refrigerant are the whole CO2e",
      rows: [row({ gas: "hfc", co2Kg: "0", ch4Kg: "0", n2oKg: "0" }), row()],
      set: null,
      gases: { CO2: "40", CH4: "28", N2O: "26.5", HFC: "100", unspecified: "5.5" },
    },
    {
      what: "that exceed a rounded CO2e are reduced to it, CO2 first, and nothing is negative",
      rows: [row({ co2Kg: "45.6" })],
      set: null,
      gases: { CO2: "45.5", CH4: "28", N2O: "26.5" },
    },
    {
      what: "that contradict the CO2e of an own factor are reduced to it, too",
      rows: [row({ co2Kg: "900", ch4Kg: "3", n2oKg: "0.1" }), row()],
      set: null,
      gases: { CO2: "40", CH4: "101.5", N2O: "53", unspecified: "5.5" },
    },
  ])("$what", ({ rows, set, gases }) => {
    const totals = gasTotals(rows, set);
    const known = Object.entries(totals).filter(([, kg]) => !kg.isZero());
    expect(Object.fromEntries(known.map(([gas, kg]) => [gas, plain(kg)]))).toEqual(gases);
    const sum = GAS_NAMES.reduce((kg, gas) => kg.plus(totals[gas]), ZERO);
    expect(plain(sum)).toBe(String(100 * rows.length));
  });
});
