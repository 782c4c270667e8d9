/** Rebuilds exports of meters in the public formats of their portals, with invented amounts. */

/** The local days of a month. */
function daysOf(month: string): string[] {
  const [year = 0, of = 0] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, of, 0)).getUTCDate();
  return Array.from({ length: count }, (_, day) => `${month}-${two(day + 1)}`);
}

export const two = (number: number) => String(number).padStart(2, "0");
const reordered = (day: string) => day.split("-").toReversed().join("/");

/** Days with another number of hours, by day. */
export type Changes = Readonly<Record<string, number>>;

/** Each hour has 0.1, the first one of the month 1.1 and the last one 5.1. */
function amountsOf(month: string, changes: Changes) {
  const hours = daysOf(month).flatMap((day) =>
    Array.from({ length: changes[day] ?? 24 }, (_, hour) => ({ day, number: hour + 1 })),
  );
  return hours.map((hour, at) => ({ ...hour, amount: at === 0 ? "1.1" : at === hours.length - 1 ? "5.1" : "0.1" }));
}

interface Spanish {
  months: readonly string[];
  changes: Changes;
}
const hoursOf = ({ months, changes }: Spanish) => months.flatMap((month) => amountsOf(month, changes));
const comma = (amount: string) => `${amount.replace(".", ",")}00`;

/** Quoted texts; the hour is the end of its interval, to 24:00. */
export const datadis = (of: Spanish) => [
  "cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh",
  ...hoursOf(of).map(
    ({ day, number, amount }) =>
      `"ES0021000000000001AA";"${day.replaceAll("-", "/")}";"${two(number)}:00";"${comma(amount)}";"Real";;;`,
  ),
];

/** The form of the Spanish regulator: hours 1 to 24, or to 23 and 25. */
export const ide = (of: Spanish) => [
  "CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion",
  ...hoursOf(of).map(
    ({ day, number, amount }) => `ES0021000000000001AA;${reordered(day)};${number};${comma(amount)};R`,
  ),
];

/** The hours that are not billed yet: the end of each hour in one column, and watt hours. The last one is of the next day. */
export const ideRecent = (of: Spanish) => [
  "CUPS;FECHA-HORA;INV / VER;CONSUMO Wh;GENERACION Wh",
  ...hoursOf(of).map(({ day, number, amount }) => {
    const end = new Date(Date.parse(day) + number * 3_600_000).toISOString();
    const time = `${end.slice(0, 10).replaceAll("-", "/")} ${end.slice(11, 16)}`;
    return `ES0021000000000001AA;${time};1;${Number(amount) * 1_000};0`;
  }),
];

export const edistribucion = (of: Spanish) => [
  "CUPS;Fecha;Hora;AE_kWh;AS_KWh;AE_AUTOCONS_kWh;REAL/ESTIMADO",
  ...hoursOf(of).map(
    ({ day, number, amount }) =>
      `ES0031000000000001AA;${reordered(day)};${number};${comma(amount)};0,2;;${day.endsWith("-15") ? "E" : "R"}`,
  ),
];

/** Half-hours of 0.05 from the first to the last instant, in UTC, with the offset that London has. */
export function octopus({ from, to, header }: { from: string; to: string; header: string }): string[] {
  const lines = [header];
  const summer = [Date.parse("2025-03-30T01:00Z"), Date.parse("2024-10-27T01:00Z")] as const;
  const local = (at: number) => {
    const isSummer = at < summer[1] || at >= summer[0];
    const text = new Date(at + (isSummer ? 3_600_000 : 0)).toISOString().slice(0, 19);
    return `${text}${isSummer ? "+01:00" : "Z"}`;
  };
  const hasCost = header.includes("Cost");
  for (let at = Date.parse(from); at < Date.parse(to); at += 1_800_000) {
    const cost = hasCost ? " 1.2, 0.9," : "";
    lines.push(`0.050000,${cost} ${local(at)}, ${local(at + 1_800_000)}`);
  }
  return lines;
}

/** Lines about the customer first; the end of an interval is its last minute. */
export const pge = (days: Readonly<Record<string, readonly number[]>>) => [
  "Name,JANE DOE",
  'Address,"1 MAIN ST, SAN JOSE CA 95124"',
  "Account Number,1234567890",
  "Service,Service 1",
  "",
  "TYPE,DATE,START TIME,END TIME,USAGE (kWh),COST,NOTES",
  ...Object.entries(days).flatMap(([day, hours]) =>
    hours.map((hour) => `Electric usage,${day},${two(hour)}:00,${two(hour)}:59,0.25,$0.09,`),
  ),
];
