import { ConnectError } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import { describe, expect, it } from "vitest";
import { searchedPage } from "./search.ts";

const rows = ["Gas natural", "Gasóleo C", "Natural gas", "Gas oil", "Wood"];
const ask = (request: { search?: string; page?: number; size?: number }) =>
  searchedPage(rows, { search: "", page: 0, size: 0, ...request }, (row) => row);

describe("a search in a list", () => {
  it.each([
    ["nothing", "", rows],
    ["a word in any case, without accents", "GASOLEO", ["Gasóleo C"]],
    ["all words in any order", "gas natural", ["Gas natural", "Natural gas"]],
    ["part of a word", "woo", ["Wood"]],
    ["a word that occurs nowhere", "coal", []],
    ["signs that mean something in patterns", "%", []],
  ])("finds %s", (_what, search, found) => {
    expect(ask({ search })).toEqual({ rows: found, total: found.length });
  });

  it("answers one page of the matches, and their number", () => {
    expect(ask({ search: "gas", page: 2, size: 2 })).toEqual({ rows: ["Natural gas", "Gas oil"], total: 4 });
    expect(ask({ size: 3 })).toEqual({ rows: rows.slice(0, 3), total: 5 });
    expect(ask({ page: 1 }).rows).toEqual(rows);
    expect(ask({ page: 9 })).toEqual({ rows: [], total: 5 });
  });

  it.each([
    ["a negative page", { page: -1 }, "value_error.number.not_ge"],
    ["a large page", { size: 101 }, "value_error.number.not_le"],
    ["a long text", { search: "x".repeat(256) }, "value_error.any_str.max_length"],
    ["U+0000", { search: "\u0000" }, "value_error.any_str.nul"],
  ])("refuses %s", (_what, request, type) => {
    const error = ConnectError.from(attempt(() => ask(request)));
    expect(refusalIn(error)?.violations[0]).toMatchObject({ loc: ["query", expect.any(String)], type });
  });
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
