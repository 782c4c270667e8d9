import type { Operations } from "@emissions/client";
import type { Command } from "../command.ts";
import { connect } from "../connection.ts";
import { EXIT, usageFailure } from "../exit.ts";
import { fieldOption, filterFields, valuesOf } from "../fields.ts";
import { type Io, print } from "../io.ts";
import { STATEMENTS } from "../kinds.ts";
import { type Option, type Options, textOf } from "../options.ts";
import { type Fields, printFields, printJson, Table } from "../output.ts";

type Query = Operations["getInventory"]["query"] & Operations["getTotalImpacts"]["query"];
type Inventory = Operations["getInventory"]["answer"];

const YEAR: Option = { name: "year", value: "year", about: "All days of a year, instead of the two days." };
const DAYS = ["start_date", "end_date"];

const optionsOf = (operation: string): Option[] => [
  YEAR,
  ...filterFields(operation).map((field) => {
    const option = fieldOption({ ...field, required: undefined });
    return DAYS.includes(field.name) ? { ...option, value: "day" } : option;
  }),
];

function queryOf(operation: string, options: Options): Query {
  const query = valuesOf(filterFields(operation), options);
  const year = textOf(options, "year");
  const hasDays = DAYS.some((name) => query[name] !== undefined);
  if (year === undefined && !DAYS.every((name) => query[name] !== undefined))
    throw usageFailure("The days are missing: give --year, or --start-date and --end-date");
  if (year === undefined) return query as Query;
  if (hasDays) throw usageFailure("--year excludes --start-date and --end-date");
  if (!/^\d{4}$/.test(year)) throw usageFailure(`--year is "${year}", not a year such as 2025`);
  return { ...query, start_date: `${year}-01-01`, end_date: `${year}-12-31` } as Query;
}

export const totals: Command = {
  name: "totals",
  about: "Shows the emissions of a range of days, in tonnes of CO2e.",
  options: optionsOf(STATEMENTS.totals),
  examples: [
    "emissions totals --year 2025 --group-by category",
    "emissions totals --start-date 2025-01-01 --end-date 2025-06-30 --include-children true --json",
  ],
  run: async ({ io, options, isJson }) => {
    const query = queryOf(STATEMENTS.totals, options);
    const { client } = await connect(io, options);
    const summary = await client.call(STATEMENTS.totals, { query });
    if (isJson) await printJson(io, summary);
    else {
      const { items, ...head } = summary;
      await printFields(io, { ...head });
      const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
      if (items.length > 0) await new Table(io, columns).print(items as unknown as Fields[]);
    }
    return EXIT.ok;
  },
};

export const inventory: Command = {
  name: "inventory",
  about: "Shows the inventory of a range of days by scope and category.",
  options: [
    ...optionsOf(STATEMENTS.inventory),
    { name: "format", value: "format", about: "Writes the file of the service.", choices: ["csv", "html"] },
  ],
  examples: ["emissions inventory --year 2025", "emissions inventory --year 2025 --format csv > inventory.csv"],
  run: async ({ io, options, isJson }) => {
    const query = queryOf(STATEMENTS.inventory, options);
    const format = textOf(options, "format") as "csv" | "html" | undefined;
    if (format && isJson) throw usageFailure("--format and --json exclude each other");
    const { client } = await connect(io, options);
    if (format) {
      const { body } = await client.response(STATEMENTS.inventory, { query: { ...query, format } });
      const decoder = new TextDecoder();
      for await (const chunk of body ?? []) await print(io.stdout, decoder.decode(chunk, { stream: true }));
      return EXIT.ok;
    }
    const statement = await client.call(STATEMENTS.inventory, { query });
    await (isJson ? printJson(io, statement) : printStatement(io, statement));
    return EXIT.ok;
  },
};

async function printStatement(io: Io, statement: Inventory): Promise<void> {
  const { start_date, end_date, unit, boundary, total_market_based, total_location_based } = statement;
  await printFields(io, { start_date, end_date, unit, boundary, total_market_based, total_location_based });
  const { scope_1, scope_2, scope_3 } = statement;
  const scopes = {
    "1": scope_1,
    "2 market-based": scope_2.market_based,
    "2 location-based": scope_2.location_based,
    "3": scope_3,
  };
  const rows = Object.entries(scopes).flatMap(([scope, { co2e, categories }]) => [
    { scope, category: "all", co2e },
    ...categories
      .filter(({ has_data }) => has_data)
      .map((one) => ({ scope, category: one.ghg_category, co2e: one.co2e })),
  ]);
  await new Table(io, ["scope", "category", "co2e"]).print(rows);
}
