import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { notFound, outOfRange, unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { AdditionalPartSchema } from "@emissions/proto/activity/v1/record_events";
import { type Calculation, CalculationSchema, CalculationService } from "@emissions/proto/calc/v1/calculation_service";
import { TotalImpactService } from "@emissions/proto/calc/v1/total_impact_service";
import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { EnergySupplierService, EnergySupplierType } from "@emissions/proto/factors/v1/energy_supplier_service";
import { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { GridZoneFigures, GridZoneService } from "@emissions/proto/factors/v1/grid_zone_service";
import { HotelCatalogueService } from "@emissions/proto/factors/v1/hotel_catalogue_service";
import { SectorScheme, SectorService } from "@emissions/proto/factors/v1/sector_service";
import { CandidateSchema, SelectorSchema } from "@emissions/proto/factors/v1/selection_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { VehicleCatalogueService } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { OURS, THEIRS } from "./access.ts";
import { sample } from "./samples.ts";

const KILOGRAM = "61743a63-ff70-459c-9567-5eee8f7dfd5c";
const NOW = timestampFromDate(new Date("2026-01-31T10:00:00Z"));

const RATES = { hasExchangeRates: true, exchangeRatesFrom: "1999-01-01" };

/** Shows in an answer which page of which search was requested. */
const sent = ({ search, page, size }: { search: string; page: number; size: number }) => `${search}/${page}/${size}`;

/** Catalogues, totals and explanations. */
export const readingServices: ServiceEntry[] = [
  serve(CountryService, { listCountries: () => ({ countries: [{ code: "ES", name: "Spain", region: "Europe" }] }) }),
  serve(UnitService, {
    listUnits: ({ type, ...asked }) => ({
      catalogueUnits:
        type === "solid"
          ? [{ id: KILOGRAM, name: "kilogram_(kg)", type }]
          : [{ id: OURS, name: `dollar_(USD) ${sent(asked)}`, type: "fiat_currency", ...RATES }],
      total: 7,
    }),
    convertQuantity: ({ quantity, date }) => {
      const unit = { id: KILOGRAM, name: "kilogram_(kg)", type: "solid" };
      if (date === "2000-01-01") throw unprocessable("EXCHANGE_RATE_MISSING", "No exchange rate is known.");
      return { conversion: { quantity: quantity!, fromUnit: unit, result: quantity!, toUnit: unit, formula: "" } };
    },
  }),
  ...referenceServices(),
  serve(ExchangeRateService, {
    getExchangeRate: ({ currency, date }) => {
      if (currency !== "USD") throw notFound("currency");
      return { exchangeRate: { currency, rate: { value: "1.08130" }, requestedDate: date, rateDate: date, kind: 1 } };
    },
  }),
  serve(OrganizationService, {
    getOrganizationTree: () => ({
      tree: { id: OURS, name: "Holding", children: [{ id: THEIRS, name: "Iberia", children: [] }] },
    }),
  }),
  serve(TotalImpactService, {
    getTotalImpacts: ({ startDate, endDate }, call) => {
      if (startDate > endDate) throw outOfRange("INVALID_DATE_RANGE", "The range is reversed.");
      const { organizationId } = principalOf(call);
      const co2e = { value: "12.345678901234567890100" };
      return {
        summary: { organizationId, startDate, endDate, unit: "tCO2e", totalCo2e: co2e, items: [{ scope: 3, co2e }] },
      };
    },
  }),
  serve(CalculationService, {
    getCalculation: ({ id, entityType }) => ({ calculation: { ...explained(id), recordId: id, entityType } }),
  }),
];

/** A purchase with one more part, and one candidate that was not chosen. */
function explained(id: string): Calculation {
  const calculation = sample(CalculationSchema, { co2e: "0.100000000000", revision: 2 });
  const input = calculation.input!;
  input.recordId = id;
  input.additionalParts = [{ ...sample(AdditionalPartSchema), part: "transport", memo: true }];
  input.selector = create(SelectorSchema, { kind: { case: "spend", value: { sector: "62.01" } } });
  calculation.candidates = [{ ...sample(CandidateSchema), rank: 1, reason: "year" }];
  return calculation;
}

function referenceServices(): ServiceEntry[] {
  const treatment = { id: newId(), code: "R03", name: "organic_recycling" };
  return [
    serve(WasteCatalogueService, {
      listRdCodes: ({ lerCodeId }) => ({ codes: lerCodeId === "" || lerCodeId === OURS ? [treatment] : [] }),
      listLerCodes: ({ search, hazardous }) => ({
        codes: [{ id: OURS, code: "15 01 01", name: search, description: String(hazardous), hazardous: false }],
      }),
      listWasteFactors: ({ region, size }) => ({
        factors: [{ id: OURS, lowCode: "15 01 01", lowName: "Paper", lowDescription: `${size}`, region }],
        total: 51,
      }),
    }),
    serve(VehicleCatalogueService, {
      listVehicleFuels: ({ search }) => ({
        fuels: [{ id: OURS, fuel: search || "diesel", country: "ES", fuelUnits: [], createdAt: NOW }],
        total: 93,
      }),
      listUnknownVehicles: () => ({ vehicles: [{ id: OURS, type: "car", createdAt: NOW }] }),
    }),
    serve(EnergySupplierService, {
      listEnergySuppliers: ({ country }) => ({
        total: 1,
        suppliers: [{ id: OURS, name: "Iberia Power", country: "ES", type: EnergySupplierType.ELECTRICITY }].filter(
          (supplier) => country === "" || supplier.country === country,
        ),
      }),
    }),
    serve(GridZoneService, {
      listGridZones: ({ country }) => ({
        total: 1,
        gridZones: [
          { gridZone: "camx", name: "WECC California", country: "US", figures: GridZoneFigures.DIRECT },
        ].filter((zone) => country === "" || zone.country === country),
      }),
    }),
    serve(SectorService, {
      listSectors: ({ scheme }) => ({
        sectors: [
          {
            scheme: scheme || SectorScheme.NACE,
            code: "17.12",
            name: "Manufacture of paper",
            level: "class",
            unambiguousCode: "17.12",
          },
        ],
        total: 21,
      }),
    }),
    serve(HotelCatalogueService, { listHotelCountries: () => ({ countries: ["ES", "FR"] }) }),
  ];
}
