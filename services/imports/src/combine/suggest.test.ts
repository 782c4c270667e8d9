import { describe, expect, it } from "vitest";
import { suggestMapping } from "../mapping/suggest.ts";
import { templateOf } from "../template/templates.ts";
import { suggestCombine } from "./suggest.ts";

const hours = (day: string, line: (hour: number) => string, count = 24) =>
  Array.from({ length: count }, (_, hour) => line(hour).replaceAll("{day}", day));

function suggest(templateId: string, header: string, lines: readonly string[], separator = ";") {
  const template = templateOf(templateId)!;
  const columns = header.split(separator).map((name) => name.trim());
  const samples = lines.map((line) => line.split(separator).map((cell) => cell.trim() || null));
  const suggestions = suggestMapping({ template, columns, samples });
  return suggestCombine({ template, columns, samples, suggestions });
}

const two = (number: number) => String(number).padStart(2, "0");

describe("rows of intervals are proposed to be combined", () => {
  it.each([
    {
      what: "Datadis",
      header:
        "cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh",
      lines: hours("2024/10/01", (hour) => `ES0021;{day};${two(hour + 1)}:00;0,100;Real;;;`),
      at: { column: "fecha", timeColumn: "hora", marks: "end" },
      estimatedColumn: "metodoObtencion",
    },
    {
      what: "i-DE",
      header: "CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion",
      lines: hours("01/10/2024", (hour) => `ES0021;{day};${hour + 1};0,1;R`),
      at: { column: "Fecha", timeColumn: "Hora", marks: "end" },
      estimatedColumn: "Metodo_obtencion",
    },
    {
      what: "e-distribución",
      header: "CUPS;Fecha;Hora;AE_kWh;AS_KWh;AE_AUTOCONS_kWh;REAL/ESTIMADO",
      lines: hours("01/10/2024", (hour) => `ES0031;{day};${hour + 1};0,1;0;;R`),
      at: { column: "Fecha", timeColumn: "Hora", marks: "end" },
      estimatedColumn: "REAL/ESTIMADO",
    },
    {
      what: "Octopus",
      header: "Consumption (kwh), Estimated Cost Inc. Tax (p), Standing Charge Inc. Tax (p), Start, End",
      separator: ",",
      lines: hours(
        "2024-10-01",
        (hour) => `0.1, 2.5, 0.9, {day}T${two(hour)}:00:00+01:00, {day}T${two(hour)}:30:00+01:00`,
      ),
      at: { column: "Start", timeColumn: null, marks: "start" },
      estimatedColumn: null,
    },
    {
      what: "PG&E",
      header: "TYPE,DATE,START TIME,END TIME,USAGE (kWh),COST,NOTES",
      separator: ",",
      lines: hours("2024-10-01", (hour) => `Electric usage,{day},${two(hour)}:00,${two(hour)}:59,0.1,$0.03,`),
      at: { column: "DATE", timeColumn: "START TIME", marks: "start" },
      estimatedColumn: "NOTES",
    },
    {
      what: "amounts that look like times",
      header: "kWh,Start",
      separator: ",",
      lines: hours("2024-10-01", (hour) => `0.${two(hour)},{day}T${two(hour)}:00:00Z`),
      at: { column: "Start", timeColumn: null, marks: "start" },
      estimatedColumn: null,
    },
    {
      what: "days",
      header: "Day,kWh",
      separator: ",",
      lines: Array.from({ length: 20 }, (_, day) => `2024-05-${two(day + 1)},24`),
      at: { column: "Day", timeColumn: null, marks: null },
      estimatedColumn: null,
    },
  ])("$what", ({ header, lines, separator = ";", at, estimatedColumn }) => {
    const combined = suggest("invoices", header, lines, separator);
    expect(combined?.combine).toMatchObject({ by: "month", sum: "base_quantity", at, estimatedColumn });
    expect([...combined!.notes]).toEqual([]);
  });

  it("with a question, if a time may begin or end its interval", () => {
    // The first hour may be the last one of September: i-DE writes the end of the day so.
    const lines = hours("2024/10/01", (hour) => `ES0021;{day} ${two(hour)}:00;1;100;0`);
    const combined = suggest("invoices", "CUPS;FECHA-HORA;INV / VER;CONSUMO Wh;GENERACION Wh", lines);
    expect(combined?.combine.at).toEqual({ column: "FECHA-HORA", timeColumn: null, marks: null });
    expect(combined?.notes.get("FECHA-HORA")?.code).toBe("INTERVAL_MARKS_UNKNOWN");
  });
});

it.each([
  ["bills", "invoices", "Start Date;End Date;kWh", ["2024-01-01;2024-01-31;10", "2024-02-01;2024-02-29;20"]],
  ["bills of months as 02/01/2024,", "invoices", "Start Date;kWh", ["01/01/2024;10", "02/01/2024;20", "03/01/2024;20"]],
  ["months", "invoices", "Month;kWh", ["2024-01-01;10", "2024-02-01;20", "2024-03-01;20"]],
  ["loads of one day", "wastes", "Date;Time;Quantity (kg)", ["2024-01-01;08:00;10", "2024-01-01;09:00;20"]],
  ["records without a period", "logistics_requests", "Date;Weight (t)", ["2024-01-01;10", "2024-01-02;20"]],
  ["amounts of money", "purchases", "Date;Amount (EUR)", ["2024-01-01;10", "2024-01-02;20"]],
])("%s are not combined", (_, template, header, lines) => {
  expect(suggest(template, header, lines)).toBe(null);
});
