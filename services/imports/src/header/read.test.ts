import { describe, expect, it } from "vitest";
import { readHeader } from "./read.ts";

describe("a header that names a unit", () => {
  it.each([
    ["Weight (t)", "t"],
    ["Menge [kg]", "kg"],
    ["USAGE (therms)", "therms"],
    ["Consumo_kWh", "kWh"],
    ["Consumo total kWh", "kWh"],
    ["Peso en toneladas", "toneladas"],
    ["kWh consumidos", "kWh"],
    ["Litros repostados", "Litros"],
    ["Peso_t", "t"],
    ["Volume {m³}", "m³"],
    ["Distance, km", "km"],
    ["Consumption (in MWh)", "MWh"],
    ["Consumo (kWh/mes)", "kWh"],
    ["Quantity (cubic metres)", "cubic metres"],
    ["kms", "kms"],
    ["Import (kWh)", "kWh"],
  ])("%s is in %s", (name, unit) => {
    expect(readHeader(name)).toMatchObject({ unit, isMoney: false, isRate: false, saysMoney: false, scale: null });
  });

  it.each([
    ["Amount (USD)", "USD", null],
    ["Importe €", "€", null],
    ["Total_EUR", "EUR", null],
    ["Spend ($)", "$", null],
    ["Betrag (T€)", "€", "1000"],
    ["Importe (miles de €)", "€", "1000"],
    ["Amount (EUR thousands)", "EUR", "1000"],
    ["Amount (M€)", "€", "1000000"],
    ["Cost (million GBP)", "GBP", "1000000"],
    ["Coste en euros", "EUR", null],
  ])("%s is money in %s", (name, unit, scale) => {
    expect(readHeader(name)).toMatchObject({ unit, isMoney: true, saysMoney: true, scale });
  });

  it.each([
    ["Amount (thousands)", null, "1000"],
    ["Usage ('000)", null, "1000"],
    ["Consumo (miles de kWh)", "kWh", "1000"],
    ["Consumption (thousand kWh)", "kWh", "1000"],
    ["Cantidad (millones)", null, "1000000"],
  ])("%s has a scale", (name, unit, scale) => {
    expect(readHeader(name)).toMatchObject({ unit, scale });
  });

  it.each(["Price (EUR/kWh)", "€/kWh", "Precio unitario", "EUR per kWh", "kg per unit", "Emissions (kg CO2e)", "tCO2"])(
    "%s is no amount",
    (name) => expect(readHeader(name).isRate).toBe(true),
  );

  it.each([
    "Fecha inicio",
    "Amount (net)",
    "Site",
    "Units",
    "Unidad",
    "Código R/D",
    "Column B",
    "Días",
    "Plan d",
    "Total",
  ])("%s names no unit", (name) => expect(readHeader(name)).toMatchObject({ unit: null, scale: null, isRate: false }));

  it.each([
    ["Km (ida y vuelta)", "round_trip"],
    ["round trip km", "round_trip"],
    ["Roundtrip distance", "round_trip"],
    ["Distance both ways", "round_trip"],
    ["km aller-retour", "round_trip"],
    ["Hin- und Rückfahrt (km)", "round_trip"],
    ["Km andata e ritorno", "round_trip"],
    ["Km anada i tornada", "round_trip"],
    ["Daily round trip (km)", "round_trip_of_day"],
    ["km/day", "day"],
    ["Km diarios", "day"],
    ["Daily distance (km)", "day"],
    ["km/week", "period"],
    ["Weekly km", "period"],
    ["km semanales", "period"],
    ["km/año", "period"],
    ["annual km", "period"],
    ["Km al mes", "period"],
    ["Kilometer pro Woche", "period"],
    ["km par an", "period"],
    ["km per any", "period"],
    ["Jährliche km", "period"],
    ["km 2024", "period"],
    ["Weekly km (round trip)", "period"],
    ["Distance (km)", null],
    ["Km ida", null],
    ["Daily km one way", null],
    ["Km to work", null],
    ["Distance to any site", null],
    ["Total km", null],
  ])("%s is of %s", (name, way) => {
    expect(readHeader(name).way).toBe(way);
  });

  it("leaves miles to the target, and says what it does not read", () => {
    expect(readHeader("Distance (miles)")).toMatchObject({ isMiles: true, scale: null });
    expect(readHeader("Cantidad (cuñetes)")).toMatchObject({ unit: null, unread: "cuñetes" });
    expect(readHeader("Recycled (%)")).toMatchObject({ isPercent: true });
  });
});
