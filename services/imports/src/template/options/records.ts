import { named } from "../words.ts";
import type { OptionNames } from "./types.ts";

/** Closed lists of purchases, invoices and facilities. */
export const RECORD_OPTIONS = {
  ExpenseType: {
    capex: named("Capital expenditure", "Inversión (CAPEX)", "Inversió (CAPEX)", [
      "investment",
      "inversión",
      "inmovilizado",
    ]),
    opex: named("Operating expense", "Gasto (OPEX)", "Despesa (OPEX)", [
      "expense",
      "gasto",
      "gasto corriente",
      "despesa",
    ]),
  },
  PurchaseType: {
    spend_based: named("Spend-based", "Basado en gasto", "Basat en la despesa", ["spend", "gasto", "importe"]),
    supplier_specific: named("Supplier-specific", "Específico del proveedor", "Específic del proveïdor", [
      "supplier",
      "proveedor",
    ]),
    average_data: named("Average data", "Datos medios", "Dades mitjanes", ["average", "media", "promedio"]),
  },
  PurchaseStatus: {
    active: named("Active", "Activa", "Activa", ["activo", "enabled"]),
    pending: named("Pending", "Pendiente", "Pendent"),
    in_progress: named("In progress", "En curso", "En curs", ["en proceso"]),
    in_review: named("In review", "En revisión", "En revisió"),
    inactive: named("Inactive", "Inactiva", "Inactiva", ["inactivo", "disabled"]),
  },
  SectorEdition: {
    nace_rev2: named("NACE Rev. 2, CNAE 2009", "NACE Rev. 2, CNAE 2009", "NACE Rev. 2, CCAE 2009", [
      "NACE Rev. 2",
      "NACE 2",
      "CNAE 2009",
      "2009",
    ]),
    nace_rev2_1: named("NACE Rev. 2.1, CNAE 2025", "NACE Rev. 2.1, CNAE 2025", "NACE Rev. 2.1, CCAE 2025", [
      "NACE Rev. 2.1",
      "NACE 2.1",
      "CNAE 2025",
      "2025",
    ]),
  },
  PurchaseFrequency: { once: named("Once", "Una vez", "Una vegada", ["one-off", "puntual", "única"]) },
  InvoiceType: {
    heat: named("Fuel and heat", "Combustible y calor", "Combustible i calor", [
      "gas",
      "natural gas",
      "fuel",
      "combustible",
      "gas natural",
      "natural gas usage",
      "calor",
    ]),
    electricity: named("Electricity", "Electricidad", "Electricitat", [
      "power",
      "luz",
      "energía eléctrica",
      "electric",
      "electric usage",
      "electric - grid",
      "llum",
    ]),
    water: named("Water", "Agua", "Aigua", ["water supply", "suministro de agua"]),
    recharge: named("Refrigerant recharge", "Recarga de refrigerante", "Recàrrega de refrigerant", [
      "refrigerant",
      "fugitive",
      "refrigerante",
      "gas refrigerante",
      "gases fluorados",
    ]),
    process: named("Process", "Proceso", "Procés", ["process emissions", "emisiones de proceso"]),
  },
  CalorificBasis: {
    gross: named("Gross calorific value", "Poder calorífico superior", "Poder calorífic superior", [
      "GCV",
      "HHV",
      "PCS",
    ]),
    net: named("Net calorific value", "Poder calorífico inferior", "Poder calorífic inferior", ["NCV", "LHV", "PCI"]),
  },
  FacilityCategory: {
    heat: named("Fuel and heat", "Combustible y calor", "Combustible i calor", ["fuel", "combustible", "gas"]),
    electricity: named("Electricity", "Electricidad", "Electricitat", ["power", "luz"]),
    water: named("Water", "Agua", "Aigua"),
    recharge: named("Refrigerants", "Refrigerantes", "Refrigerants", ["gases fluorados"]),
    process: named("Process", "Proceso", "Procés"),
    wastes: named("Wastes", "Residuos", "Residus", ["waste", "residuo"]),
  },
} as const satisfies Record<string, OptionNames>;
