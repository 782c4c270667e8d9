import type { ServiceImpl } from "@connectrpc/connect";
import { refuse, violation } from "@emissions/kit/wire/checks";
import type { EnergySupplierService } from "@emissions/proto/factors/v1/energy_supplier_service";
import type { Context } from "../context.ts";
import { searchedPage } from "../search.ts";
import { type Supplier, suppliers } from "./rules.ts";

const IDS_MAX = 1_000;

export const energySupplierHandlers = ({
  catalogue,
}: Pick<Context, "catalogue">): ServiceImpl<typeof EnergySupplierService> => ({
  listEnergySuppliers: async ({ country: filter, ...request }, call) => {
    const all = suppliers(await catalogue.current(call));
    const inCountry = all.filter(({ country }) => filter === "" || country === filter);
    const { rows, total } = searchedPage(inCountry, request, ({ name, country }) => `${name} ${country}`);
    return { suppliers: rows.map(toSupplier), total };
  },

  lookUpEnergySuppliers: async ({ ids }, call) => {
    if (ids.length > IDS_MAX) refuse([violation("ids", "value_error.list.max_items", `at most ${IDS_MAX} ids`)]);
    const all = suppliers(await catalogue.current(call));
    const named = new Set(ids.map((id) => id.toLowerCase()));
    const found = named.size === 0 ? all : all.filter(({ id }) => named.has(id));
    return { suppliers: found.map((one) => ({ supplier: toSupplier(one), category: one.category, key: one.key })) };
  },
});

const toSupplier = ({ id, name, country, type }: Supplier) => ({ id, name, country, type });
