import type { GhgCategory } from "../methods/ghg-category.ts";
import type { AmountCategory } from "../total_impact/amounts.ts";

export interface Names {
  en: string;
  es: string;
  ca: string;
}

const named = (en: string, es: string, ca: string): Names => ({ en, es, ca });

export const TOTAL_NAMES = {
  all: named("Emissions", "Emisiones", "Emissions"),
  perEmployee: named("Emissions per employee", "Emisiones por persona empleada", "Emissions per persona empleada"),
  1: named("Emissions of scope 1", "Emisiones de alcance 1", "Emissions d'abast 1"),
  2: named("Emissions of scope 2", "Emisiones de alcance 2", "Emissions d'abast 2"),
  3: named("Emissions of scope 3", "Emisiones de alcance 3", "Emissions d'abast 3"),
} as const;

/** By the categories of the totals. */
export const CATEGORY_NAMES: Readonly<Record<string, Names>> = {
  vehicles: named("Emissions of vehicles", "Emisiones de vehículos", "Emissions de vehicles"),
  combustion: named("Emissions of combustion", "Emisiones de combustión", "Emissions de combustió"),
  recharges: named("Emissions of refrigerants", "Emisiones de refrigerantes", "Emissions de refrigerants"),
  process: named("Emissions of processes", "Emisiones de procesos", "Emissions de processos"),
  electricity: named("Emissions of electricity", "Emisiones de electricidad", "Emissions d'electricitat"),
  heat: named("Emissions of purchased heat", "Emisiones de calor comprado", "Emissions de calor comprada"),
  purchases: named("Emissions of purchases", "Emisiones de compras", "Emissions de compres"),
  capital_goods: named("Emissions of capital goods", "Emisiones de bienes de capital", "Emissions de béns de capital"),
  energy_production: named(
    "Emissions of energy production",
    "Emisiones de producción de energía",
    "Emissions de producció d'energia",
  ),
  goods_received: named(
    "Emissions of goods received",
    "Emisiones de mercancías recibidas",
    "Emissions de mercaderies rebudes",
  ),
  goods_shipped: named(
    "Emissions of goods shipped",
    "Emisiones de mercancías enviadas",
    "Emissions de mercaderies enviades",
  ),
  wastes: named("Emissions of wastes", "Emisiones de residuos", "Emissions de residus"),
  travels: named("Emissions of business travel", "Emisiones de viajes de trabajo", "Emissions de viatges de feina"),
  employees: named("Emissions of commuting", "Emisiones de desplazamientos al trabajo", "Emissions d'anar a la feina"),
  water: named("Emissions of water", "Emisiones de agua", "Emissions d'aigua"),
  sold_products: named(
    "Emissions of sold products",
    "Emisiones de productos vendidos",
    "Emissions de productes venuts",
  ),
};

/** By the categories of the GHG Protocol. */
export const GHG_NAMES: Readonly<Record<GhgCategory, Names>> = {
  stationary_combustion: named("Stationary combustion", "Combustión estacionaria", "Combustió estacionària"),
  mobile_combustion: named("Mobile combustion", "Combustión móvil", "Combustió mòbil"),
  process_emissions: named("Process emissions", "Emisiones de proceso", "Emissions de procés"),
  fugitive_emissions: named("Fugitive emissions", "Emisiones fugitivas", "Emissions fugitives"),
  purchased_electricity: named("Purchased electricity", "Electricidad comprada", "Electricitat comprada"),
  purchased_heat: named("Purchased heat", "Calor comprado", "Calor comprada"),
  purchased_goods_and_services: named(
    "Purchased goods and services",
    "Bienes y servicios comprados",
    "Béns i serveis comprats",
  ),
  capital_goods: named("Capital goods", "Bienes de capital", "Béns de capital"),
  fuel_and_energy_related_activities: named(
    "Fuel- and energy-related activities",
    "Actividades relacionadas con combustible y energía",
    "Activitats relacionades amb combustible i energia",
  ),
  upstream_transportation_and_distribution: named(
    "Upstream transportation and distribution",
    "Transporte y distribución aguas arriba",
    "Transport i distribució aigües amunt",
  ),
  waste_generated_in_operations: named(
    "Waste generated in operations",
    "Residuos generados en las operaciones",
    "Residus generats en les operacions",
  ),
  business_travel: named("Business travel", "Viajes de trabajo", "Viatges de feina"),
  employee_commuting: named("Employee commuting", "Desplazamientos al trabajo", "Desplaçaments a la feina"),
  upstream_leased_assets: named(
    "Upstream leased assets",
    "Activos arrendados aguas arriba",
    "Actius arrendats aigües amunt",
  ),
  downstream_transportation_and_distribution: named(
    "Downstream transportation and distribution",
    "Transporte y distribución aguas abajo",
    "Transport i distribució aigües avall",
  ),
  processing_of_sold_products: named(
    "Processing of sold products",
    "Procesamiento de productos vendidos",
    "Processament de productes venuts",
  ),
  use_of_sold_products: named("Use of sold products", "Uso de productos vendidos", "Ús de productes venuts"),
  end_of_life_treatment_of_sold_products: named(
    "End-of-life treatment of sold products",
    "Tratamiento al final de la vida útil de productos vendidos",
    "Tractament al final de la vida útil de productes venuts",
  ),
  downstream_leased_assets: named(
    "Downstream leased assets",
    "Activos arrendados aguas abajo",
    "Actius arrendats aigües avall",
  ),
  franchises: named("Franchises", "Franquicias", "Franquícies"),
  investments: named("Investments", "Inversiones", "Inversions"),
};

export const AMOUNT_NAMES: Readonly<Record<AmountCategory, Names>> = {
  electricity: named("Electricity consumed", "Electricidad consumida", "Electricitat consumida"),
  heat: named("Heat purchased", "Calor comprado", "Calor comprada"),
  wastes: named("Waste generated", "Residuos generados", "Residus generats"),
  water: named("Water consumed", "Agua consumida", "Aigua consumida"),
};

export const INTENSITY_NAMES: Readonly<Record<AmountCategory, Names>> = {
  electricity: named(
    "Emissions of electricity per kWh",
    "Emisiones de electricidad por kWh",
    "Emissions d'electricitat per kWh",
  ),
  heat: named("Emissions of purchased heat per kWh", "Emisiones de calor por kWh", "Emissions de calor per kWh"),
  wastes: named("Emissions of wastes per kg", "Emisiones de residuos por kg", "Emissions de residus per kg"),
  water: named("Emissions of water per m3", "Emisiones de agua por m3", "Emissions d'aigua per m3"),
};
