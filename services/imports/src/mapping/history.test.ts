import type { Principal } from "@emissions/kit/wire/principal";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Imports, newEditor, startImports } from "../imports.fixture.ts";
import type { Template } from "../template/template.ts";
import { templateOf } from "../template/templates.ts";
import { type Mapping, REMEMBERED_MAX, REMEMBERED_VALUES_MAX, rememberedMapping, rememberMapping } from "./history.ts";

let imports: Imports;
let us: Principal;
const purchases = templateOf("purchases")!;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports.drop());
beforeEach(() => {
  us = newEditor();
});

const remember = (mapping: Mapping, values = {}, { template = purchases, as = us } = {}) =>
  imports.db.asService(as.organizationId, ({ tx, org }) => rememberMapping(tx, org, template, mapping, values));
const remembered = (columns: string[], { template = purchases, as = us } = {}) =>
  imports.db.asService(as.organizationId, ({ tx, org }) => rememberedMapping(tx, org, template, columns));

describe("a mapping that was used", () => {
  it("is restored for the same names in another writing", async () => {
    await remember({ "Fecha Contable": "purchase_date", Proveedor: "supplier_id" });
    const { targets } = await remembered(["FECHA_CONTABLE", "proveedor:", "Importe"]);
    expect([...targets].sort()).toEqual([
      ["fecha contable", "purchase_date"],
      ["proveedor", "supplier_id"],
    ]);
  });

  it("is replaced by a newer one, and its uses are counted", async () => {
    await remember({ Total: "quantity" });
    await remember({ Total: "quantity" });
    expect(await imports.rows(us, "import_mappings")).toMatchObject([{ targetColumn: "quantity", uses: 2 }]);
    await remember({ TOTAL: "non_currency_quantity" });
    expect(await imports.rows(us, "import_mappings")).toMatchObject([
      { targetColumn: "non_currency_quantity", uses: 1 },
    ]);
  });

  it("restores values, the newest first", async () => {
    await remember({ Tipo: "expense_type" }, { expense_type: { inversion: "capex", gasto: "capex" } });
    await remember({ Tipo: "expense_type" }, { expense_type: { gasto: "opex" } });
    const { valueMappings } = await remembered(["Tipo"]);
    expect(valueMappings).toEqual({ expense_type: { inversion: "capex", gasto: "opex" } });
  });

  it("is not seen by another organization or for another template", async () => {
    await remember({ Total: "quantity" });
    const theirs = await remembered(["Total"], { as: newEditor() });
    const other = await remembered(["Total"], { template: templateOf("wastes")! });
    expect([theirs.targets.size, other.targets.size]).toEqual([0, 0]);
  });

  it("is ignored if its target no longer exists", async () => {
    const older = { ...purchases, columns: [{ ...purchases.columns[0]!, key: "old_column" }] };
    await remember({ Total: "old_column" }, {}, { template: older });
    expect((await remembered(["Total"])).targets.size).toBe(0);
  });

  it("has no columns without a name, and no unknown target", async () => {
    await remember({ "Column C": "quantity", "¿?": "quantity", Total: "nothing" });
    expect(await imports.rows(us, "import_mappings")).toEqual([]);
  });

  it("of several sessions at once is stored once", async () => {
    await Promise.all(Array.from({ length: 6 }, () => remember({ B: "quantity", A: "sector", C: "supplier_id" })));
    expect(await imports.rows(us, "import_mappings")).toMatchObject(Array(3).fill({ uses: 6 }));
  });
});

describe("limits", () => {
  it(`keeps ${REMEMBERED_MAX} names of a template, without the oldest`, async () => {
    await remember({ oldest: "quantity" });
    await remember(Object.fromEntries(Array.from({ length: REMEMBERED_MAX }, (_, at) => [`name ${at}`, "quantity"])));
    expect(await imports.rows(us, "import_mappings")).toHaveLength(REMEMBERED_MAX);
    expect((await remembered(["oldest"])).targets.size).toBe(0);
  });

  it(`keeps ${REMEMBERED_VALUES_MAX} values of a name, and none that the database refuses`, async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`"value" ${at}${"\n".repeat(180)}`, "opex"]),
    );
    await remember({ Tipo: "expense_type" }, { expense_type: { "\u0000": "opex", "\ud800": "opex", ...many } });
    const { valueMappings } = await remembered(["Tipo"]);
    expect(Object.values(valueMappings).flatMap(Object.keys)).toHaveLength(REMEMBERED_VALUES_MAX);
  });
});

it("keeps no texts about people: only values of closed lists", async () => {
  const template: Template = { ...purchases, isPersonal: true };
  const values = {
    supplier_id: { "Ana Ruiz": "1" },
    expense_type: { gasto: "opex" },
    product_name: { "Ana Ruiz": "2" },
  };
  await remember({ Quien: "supplier_id", Tipo: "expense_type", Que: "product_name" }, values, { template });
  expect(JSON.stringify(await imports.rows(us, "import_mappings"))).not.toContain("Ana Ruiz");
  expect((await remembered(["Quien", "Tipo"])).valueMappings).toEqual({ expense_type: { gasto: "opex" } });
});
