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
    ["Betrag (Tsd. €)", "€", "1000"],
    ["Betrag in TEUR", "EUR", "1000"],
    ["Betrag in Tausend EUR", "EUR", "1000"],
    ["Betrag (Mio. €)", "€", "1000000"],
    ["Montant en milliers d'euros", "EUR", "1000"],
    ["Importo (migliaia di euro)", "EUR", "1000"],
    ["Kwota (tys. zł)", "PLN", "1000"],
    ["Belopp (kr)", "kr", null],
    ["Belopp (tkr)", "kr", "1000"],
    ["Bedrag (€ x 1000)", "€", "1000"],
    ["Valor (mil R$)", "BRL", "1000"],
    ["Importe (MM€)", "€", "1000000"],
    ["Amount (€m)", "€", "1000000"],
    ["Amount (£000)", "£", "1000"],
    ["Amount (£k)", "£", "1000"],
    ["Amount (mn EUR)", "EUR", "1000000"],
    ["Amount (EUR bn)", "EUR", "1000000000"],
    ["Amount (C$)", "CAD", null],
  ])("%s is money of %s, times %s", (name, unit, scale) => {
    expect(readHeader(name)).toMatchObject({ unit, isMoney: true, scale, isScaleUnclear: false });
  });

  it.each(["Importe (m€)", "Amount ($M)", "Amount (M$)", "Amount (m USD)"])("%s may be thousands or millions", (name) =>
    expect(readHeader(name)).toMatchObject({ isMoney: true, isScaleUnclear: true }),
  );

  it.each([
    ["Verbrauch in Tsd. kWh", "kWh", "1000"],
    ["Consumo miles de kWh", "kWh", "1000"],
    ["Peso (kg x 1000)", "kg", "1000"],
    ["Consommation milliers de kWh", "kWh", "1000"],
    ["Amount in thousands", null, "1000"],
    ["Big bag 1000 kg", "kg", null],
    ["Importe (céntimos)", null, "0.01"],
    ["Amount (pence)", null, "0.01"],
    ["Amount (lakhs)", null, "100000"],
    ["Amount (thousands)", null, "1000"],
    ["Usage ('000)", null, "1000"],
    ["Consumo (miles de kWh)", "kWh", "1000"],
    ["Consumption (thousand kWh)", "kWh", "1000"],
    ["Cantidad (millones)", null, "1000000"],
  ])("%s has a scale", (name, unit, scale) => {
    expect(readHeader(name)).toMatchObject({ unit, scale });
  });

  it.each([
    "Price (EUR/kWh)",
    "€/kWh",
    "Precio unitario",
    "EUR per kWh",
    "kg per unit",
    "Emissions (kg CO2e)",
    "tCO2",
    "kg por empleado",
    "kWh per employee",
    "kWh/room",
    "Ertrag kWh/kWp",
    "Emisiones (kg)",
  ])("%s is no amount", (name) => expect(readHeader(name).isRate).toBe(true));

  it.each([
    "Zählerstand kWh",
    "Meter reading (kWh)",
    "Lectura anterior",
    "Consumo acumulado kWh",
    "Potencia (kW)",
    "ER kVArh",
  ])("%s is a state or a power, and no amount of a period", (name) => expect(readHeader(name).isState).toBe(true));

  it.each([
    ["Gas kWh PCS", "kWh", "gross"],
    ["Gas (kWh PCI)", "kWh", "net"],
    ["Verbrauch MWh Hs", "MWh", "gross"],
    ["Consumo (kWh)", "kWh", null],
    ["Energy kWh net", "kWh", null],
  ])("%s is in %s by the calorific value %s", (name, unit, basis) => {
    expect(readHeader(name)).toMatchObject({ unit, basis });
  });

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
    ["Tam i z powrotem km", "round_trip"],
    ["Tur och retur km", "round_trip"],
    ["Km A-R", "round_trip"],
    ["Retour km", "return"],
    ["Return distance", "return"],
    ["Km vuelta", "return"],
    ["km per dag", "day"],
    ["dagelijkse km", "day"],
    ["km per jaar", "period"],
    ["km tygodniowo", "period"],
    ["km per vecka", "period"],
    ["enkele reis km", null],
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
