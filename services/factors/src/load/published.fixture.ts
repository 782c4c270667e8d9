/** A published value, entered by hand: the expected emissions of one unit. */
export interface PublishedFigure {
  category: string;
  key: string;
  /** Country of the selection. Without a factor for the country, the `GLO` factor is expected. */
  country: string;
  year: number;
  unit: string;
  /** The expected dataset, by the name of its file. */
  source: string;
  co2eKg?: string;
  co2Kg?: string;
  ch4G?: string;
  n2oG?: string;
  biogenicCo2Kg?: string;
  /** Warming potentials of the figure, where they are not those of the dataset. "none": several. */
  gwpSet?: string;
}

const VALUES = {
  co2e: "co2eKg",
  co2: "co2Kg",
  ch4: "ch4G",
  n2o: "n2oG",
  biogenic: "biogenicCo2Kg",
  set: "gwpSet",
} as const satisfies Record<string, keyof PublishedFigure>;

// CO2e, CO2 and biogenic CO2 in kilograms, CH4 and N2O in grams. The publication may have more values.
const ROWS = `
defra-2026 | electricity_location grid | GB 2026 kWh | co2e 0.13096 biogenic 0.11507
defra-2026 | electricity_upstream grid | GB 2026 kWh | co2e 0.03682
defra-2026 | electricity_losses grid | GB 2026 kWh | co2e 0.01299
nga-2026 | electricity_location grid | AU 2026 kWh | co2e 0.59
nga-2026 | electricity_location grid/au_vic | AU 2026 kWh | co2e 0.74
nga-2026 | electricity_residual_mix grid | AU 2026 kWh | co2e 0.79
ember-upstream | electricity_upstream grid | ES 2024 kWh | co2e 0.02122
electricity-maps-upstream | electricity_upstream grid | DE 2024 kWh | co2e 0.05719
mfe-2026 | electricity_location grid | NZ 2024 kWh | co2e 0.0993596
defra-2026 | fuels natural_gas | GB 2026 kWh | co2e 0.18231
defra-2026 | fuels lpg | GB 2026 l | co2e 1.55713
defra-2026 | freight hgv/articulated/diesel | GB 2026 tkm | co2e 0.07926
defra-2026 | passenger_transport rail/international_rail | GB 2026 pkm | co2e 0.01135 co2 0.0113
defra-2026 | waste_materials household_residual_waste/open_loop | GB 2026 t | co2e 4.65358
defra-2026 | refrigerants r_410a | GB 2026 kg | co2e 1924
defra-2025 | fuels natural_gas | GB 2025 kWh | co2e 0.18296 co2 0.18259 ch4 0.01 n2o 0.000339623
defra-2025 | fuels natural_gas_net_cv | GB 2025 kWh | co2e 0.2027 co2 0.20229
defra-2025 | fuels natural_gas | FR 2025 m3 | co2e 2.06672 co2 2.0627
defra-2025 | fuels coal_industrial | GB 2025 t | co2e 2395.28994 co2 2370.72 ch4 272.8 n2o 63.8926
defra-2025 | fuels lpg | DE 2025 l | co2e 1.55713 co2 1.55491
defra-2025 | fuels wood_pellets | GB 2025 t | co2e 55.19389 biogenic 1677.18 set AR4
defra-2025 | fuels_upstream wood_pellets | GB 2025 t | co2e 177 set AR4
defra-2025 | fuels_upstream diesel | ES 2025 l | co2e 0.61101
defra-2025 | vehicle_fuels diesel | GB 2025 l | co2e 2.57082 co2 2.53763 ch4 0.0103571 n2o 0.124151 biogenic 0.14
defra-2025 | vehicle_fuels petrol | GB 2025 l | co2e 2.06916 co2 2.05523 ch4 0.287857 n2o 0.0221509 biogenic 0.13
defra-2025 | vehicle_fuels_upstream petrol | GB 2025 l | co2e 0.58094
defra-2025 | vehicle_distance car/average/petrol | GB 2025 km | co2e 0.16272 co2 0.16204 ch4 0.0128571 n2o 0.00120755
defra-2025 | vehicle_distance hgv/articulated_over_33_t/diesel | IT 2025 mi | co2e 1.50346 co2 1.4801
defra-2025 | vehicle_distance car/mini/battery_electric/electricity | GB 2025 km | co2e 0.03005
defra-2025 | vehicle_distance_upstream car/average/diesel | GB 2025 km | co2e 0.04146
defra-2025 | electricity_location grid | GB 2025 kWh | co2e 0.177 co2 0.17489 ch4 0.0321429 n2o 0.00460377
defra-2025 | electricity_upstream grid | GB 2025 kWh | co2e 0.0459
defra-2025 | electricity_losses grid | GB 2025 kWh | co2e 0.01853 co2 0.01834
defra-2025 | electricity_losses_upstream grid | GB 2025 kWh | co2e 0.00397
defra-2025 | heat district_heat | GB 2025 kWh | co2e 0.17529 co2 0.17355
defra-2025 | heat_upstream district_heat | GB 2025 kWh | co2e 0.03341
defra-2025 | heat_losses district_heat | GB 2025 kWh | co2e 0.00945 co2 0.00936
defra-2025 | heat_losses_upstream district_heat | GB 2025 kWh | co2e 0.00176
defra-2025 | water_supply water | FR 2025 m3 | co2e 0.1913
defra-2025 | water_treatment water | GB 2025 megalitre | co2e 170.87549
defra-2025 | waste_materials household_residual_waste/landfill | GB 2025 t | co2e 497.24244
defra-2025 | freight hgv/articulated_over_33_t/diesel | GB 2025 tkm | co2e 0.07703 co2 0.07576
defra-2025 | freight_upstream hgv/articulated_over_33_t/diesel | GB 2025 tkm | co2e 0.01799
defra-2025 | freight cargo_ship/container_ship/average | ES 2025 tkm | co2e 0.01612
defra-2025 | freight air/domestic/with_rf | GB 2025 tkm | co2e 4.60397
defra-2025 | passenger_transport flight/short_haul/economy_class/with_rf | ES 2025 pkm | co2e 0.12576 co2 0.12485
defra-2025 | passenger_transport_upstream flight/short_haul/economy_class/with_rf | GB 2025 pkm | co2e 0.02249
defra-2025 | passenger_transport rail/national_rail | GB 2025 pkm | co2e 0.03546 co2 0.0351
defra-2025 | passenger_transport taxi/black_cab | GB 2025 km | co2e 0.30604 co2 0.30436
defra-2025 | homeworking homeworking | GB 2025 fte_hour | co2e 0.33378
defra-2025 | homeworking office_equipment | PT 2025 fte_hour | co2e 0.03144
defra-2025 | hotel_stays room_night | ES 2025 room_night | co2e 7 set none
defra-2025 | hotel_stays room_night_london | GB 2025 room_night | co2e 11.5 set none
defra-2025 | refrigerants r_410a | GB 2025 kg | co2e 1924
defra-2024 | vehicle_distance car/mini/diesel | GB 2024 km | co2e 0.10764 co2 0.10597
defra-2024 | vehicle_fuels lng | GB 2024 l | co2e 1.17216 co2 1.16987 ch4 0.0625 n2o 0.00203774
defra-2024 | heat onsite_heat | GB 2024 kWh | co2e 0.17965
defra-2024 | freight rail/freight_train | GB 2024 tkm | co2e 0.02779
defra-2024 | waste_materials plastics_pet_incl_forming/landfill | GB 2024 t | co2e 8.88386
defra-2024 | passenger_transport flight/long_haul/business_class/without_rf | GB 2024 pkm | co2e 0.34252
defra-2024 | hotel_stays room_night | JP 2024 room_night | co2e 39 set none
defra-2023 | fuels natural_gas | GB 2023 kWh | co2e 0.18293 co2 0.18256 ch4 0.01 n2o 0.000339623
defra-2023 | vehicle_fuels petrol | GB 2023 l | co2e 2.09747 co2 2.08354 ch4 0.287857 n2o 0.0221509 biogenic 0.12
defra-2023 | electricity_location grid | GB 2023 kWh | co2e 0.20707 co2 0.20496 biogenic 0.11507
defra-2023 | electricity_losses_upstream grid | GB 2023 kWh | co2e 0.00397
defra-2023 | refrigerants r_410a | GB 2023 kg | co2e 1924
defra-2023 | vehicle_distance car/average/diesel | GB 2023 km | co2e 0.16983 co2 0.16815 ch4 0.0001656 n2o 0.00630189
defra-2023 | waste_materials glass/landfill | GB 2023 t | co2e 8.88413
defra-2023 | hotel_stays room_night | JP 2023 room_night | co2e 39 set none
defra-2022 | fuels natural_gas | GB 2022 kWh | co2e 0.18254 co2 0.18219 ch4 0.01 n2o 0.00033557
defra-2022 | vehicle_fuels petrol | GB 2022 l | co2e 2.16185 co2 2.14805 ch4 0.288 n2o 0.0221477 biogenic 0.08293
defra-2022 | electricity_location grid | GB 2022 kWh | co2e 0.19338 co2 0.19121 ch4 0.032 n2o 0.00459732 biogenic 0.11507
defra-2022 | electricity_losses grid | GB 2022 kWh | co2e 0.01769 co2 0.0175
defra-2022 | electricity_upstream grid | GB 2022 kWh | co2e 0.04625
defra-2022 | heat district_heat | GB 2022 kWh | co2e 0.17073
defra-2022 | heat_losses_upstream district_heat | GB 2022 kWh | co2e 0.00166
defra-2022 | fuels bio_petrol | GB 2022 l | co2e 0.01402
defra-2022 | fuels_upstream renewable_petrol | GB 2022 l | co2e 0.45725
defra-2022 | refrigerants r_410a | GB 2022 kg | co2e 2088
defra-2022 | vehicle_distance_upstream car/average/diesel | GB 2022 km | co2e 0.04104
defra-2022 | hotel_stays room_night_london | GB 2022 room_night | co2e 11.5
defra-2021 | fuels natural_gas | GB 2021 m3 | co2e 2.02135 co2 2.01754 ch4 0.1096 n2o 0.0035906
defra-2021 | electricity_location grid | GB 2021 kWh | co2e 0.21233 co2 0.21016
defra-2021 | electricity_upstream grid | ES 2021 kWh | co2e 0.0606998476
defra-2021 | refrigerants hfc_134a | GB 2021 kg | co2e 1430
defra-2021 | hotel_stays room_night | MV 2021 room_night | co2e 183.3
defra-2020 | vehicle_fuels diesel | GB 2020 l | co2e 2.54603 co2 2.51072 ch4 0.01 n2o 0.117651
defra-2020 | electricity_losses grid | GB 2020 kWh | co2e 0.02005
defra-2020 | heat district_heat | GB 2020 kWh | co2e 0.17261
defra-2020 | electricity_losses_upstream grid | IS 2020 kWh | co2e 0.000000749838732
defra-2019 | fuels natural_gas | GB 2019 t | co2e 2542.04 co2 2537.36 ch4 133.6 n2o 4.49664
defra-2019 | water_supply water | GB 2019 m3 | co2e 0.344
defra-2019 | electricity_losses_upstream grid | DE 2019 kWh | co2e 0.00346229561
defra-2019 | refrigerants r_404a | GB 2019 kg | co2e 3922
defra-2019 | waste_materials plastics_pet_incl_forming/landfill | GB 2019 t | co2e 8.9864
defra-2019 | hotel_stays room_night | DE 2019 room_night | co2e 20.8
miteco-v31 | fuels natural_gas | ES 2024 kWh | co2e 0.182 co2 0.182 ch4 0.016 n2o 0
miteco-v31 | fuels gas_oil | ES 2007 l | co2e 2.898 co2 2.881 ch4 0.389 n2o 0.023
miteco-v31 | vehicle_fuels b7 | ES 2024 l | co2e 2.517 co2 2.488 ch4 0.004 n2o 0.105
miteco-v31 | vehicle_fuels petrol | ES 2024 l | co2e 2.249 co2 2.237 ch4 0.226 n2o 0.022
miteco-v31 | vehicle_fuels petrol/n1 | ES 2018 l | co2e 2.246 co2 2.211 ch4 0.646 n2o 0.062
miteco-v31 | vehicle_fuels cng/m2_m3 | ES 2024 kg | co2e 2.8 co2 2.731 ch4 2.473
miteco-v31 | vehicle_distance bus/average/diesel | ES 2024 km | co2e 0.943 co2 0.934 ch4 0.005 n2o 0.034
miteco-v31 | electricity_residual_mix grid | ES 2024 kWh | co2e 0.283
miteco-v31 | electricity_supplier iberdrola_clientes | ES 2023 kWh | co2e 0.241
miteco-v31 | electricity_supplier naturgy_iberia | ES 2020 kWh | co2 0.25
scope-2-guidance | electricity_certificates guarantee_of_origin | ES 2015 kWh | co2e 0
hydrogen | vehicle_fuels hydrogen | FR 2026 kg | co2e 0 co2 0
scope-2-guidance | electricity_certificates wind | ES 2015 kWh | co2e 0
scope-2-guidance | electricity_certificates biomass | ES 2015 kWh | co2 0
miteco-v31 | refrigerants r_410a | ES 2024 kg | co2e 2256
epa-hub-2025 | fuels natural_gas | US 2025 mmBtu | co2 53.06 ch4 1 n2o 0.1
epa-hub-2025 | fuels coal_anthracite | US 2025 short_ton | co2 2602 ch4 276 n2o 40
epa-hub-2025 | fuels propane | US 2025 gal_us | co2 5.72 ch4 0.27 n2o 0.05
epa-hub-2025 | fuels wood_residuals | US 2025 short_ton | biogenic 1640 ch4 126 n2o 63
epa-hub-2025 | vehicle_fuels petrol | US 2025 gal_us | co2 8.78
epa-hub-2025 | vehicle_fuels diesel/ships_and_boats | US 2025 gal_us | co2 10.21 ch4 6.51 n2o 0.17
epa-hub-2025 | electricity_location grid/camx | US 2025 kWh | co2 0.19806337632235
epa-hub-2025 | heat district_heat | US 2025 mmBtu | co2 66.33 ch4 1.25 n2o 0.125
epa-hub-2025 | freight hgv/average/diesel | US 2025 short_ton_mi | co2 0.186 ch4 0.0016 n2o 0.0054
epa-hub-2025 | passenger_transport rail/national_rail | US 2025 pmi | co2 0.096 ch4 0.008 n2o 0.002
epa-hub-2025 | waste_materials food_waste/landfilled | US 2025 short_ton | co2e 680 set AR4
epa-hub-2025 | refrigerants hfc_134a | US 2025 kg | co2e 1300
waste-defra-2019 | waste 200108/R03 | GB 2019 kg | co2e 0.0102039
waste-defra-2020 | waste 200301/D01 | ES 2020 kg | co2e 0.4581763
waste-defra-2021 | waste 200301/D01 | GB 2021 kg | co2e 0.4670458
waste-defra-2021 | waste 130205/R09 | FR 2021 kg | co2e 0.0212935659
waste-defra-2022 | waste 200301/D01 | ES 2022 kg | co2e 0.46700838
waste-defra-2022 | waste 150107/R05 | GB 2022 kg | co2e 0.02128019
waste-defra-2023 | waste 200301/D01 | GB 2023 kg | co2e 0.52033474
waste-defra-2023 | waste 150107/D01 | FR 2023 kg | co2e 0.00888413
waste-defra-2024 | waste 200301/D01 | GB 2024 kg | co2e 0.5203342
waste-defra-2026 | waste 200301/D01 | GB 2026 kg | co2e 0.52058023
waste-defra-2025 | waste 150101/R03 | ES 2025 kg | co2e 0.00468568
waste-defra-2025 | waste 200301/D01 | GB 2025 kg | co2e 0.5205327
waste-defra-2025 | waste 130205/R09 | GB 2025 kg | co2e 0.00468568
waste-epa-hub-2025 | waste 150101/R03 | US 2025 short_ton | co2e 110
waste-epa-hub-2025 | waste 200301/D10 | ES 2025 short_ton | co2e 430
seai-2025 | fuels natural_gas | IE 2025 kWh | co2 0.18354098
seai-2025 | fuels coal_anthracite | IE 2025 kg | co2 2.7368809
seai-2025 | vehicle_fuels diesel | IE 2025 l | co2 2.410411
seai-2025 | electricity_location grid | IE 2020 kWh | co2 0.3076819
uk-inventory-2025 | fuels coal/power_stations | GB 2025 t | co2 2213.326
uk-inventory-2025 | fuels lpg/petroleum_refining | GB 2025 therm | co2 6.2769764
aib | electricity_location grid | FR 2022 kWh | co2 0.05357
aib | electricity_residual_mix grid | DE 2022 kWh | co2e 0.68403
aib-residual-2025 | electricity_residual_mix grid | DE 2024 kWh | co2 0.72456
aib-residual-2025 | electricity_residual_mix grid | IT 2024 kWh | co2 0.4412
aib-residual-2025 | electricity_residual_mix grid | ES 2025 kWh | co2 0.23828
eea-2024 | electricity_location grid | BE 2023 kWh | co2e 0.15
eea-2024 | electricity_location grid | ES 2024 kWh | co2e 0.125
eea-2024 | electricity_residual_mix grid | NL 2024 kWh | co2e 0.245
eea | electricity_location grid | PL 2010 kWh | co2 0.868
ashrae-34-blends | refrigerants r_454b | FR 2013 kg | co2e 466.453
ipcc-ar6-gwp | refrigerants sf6 | FR 2021 kg | co2e 24300
ipcc-ar6-gwp | refrigerants ch4 | FR 2021 kg | co2e 27.9
ember | electricity_life_cycle grid | BR 2024 kWh | co2e 0.10606
ember | electricity_life_cycle grid | AW 2000 kWh | co2e 0.65385
electricity-maps-lifecycle | electricity_life_cycle grid/ca_qc | CA 2023 kWh | co2e 0.031
electricity-maps-direct | electricity_location grid | ZA 2023 kWh | co2e 0.64447
oefdb-ademe | electricity_location grid | VN 2021 kWh | co2 0.432
oefdb-mfe | vehicle_fuels petrol | NZ 2020 l | co2e 2.45323824
glec-v3 | freight air/freighter/long_haul | FR 2025 tkm | co2e 0.503
glec-v3 | freight_upstream cargo_ship/container_ship/industry_average_dry | FR 2025 tkm | co2e 0.00127
glec-v3 | logistics_hubs warehouse_mixed | FR 2025 t | co2e 50
active-travel | passenger_transport walking | FR 2026 pkm | co2e 0 co2 0
battery-electric | freight battery_electric | FR 2026 tkm | co2e 0 co2 0
oefdb-uba | freight sea/inland_ship_average/life_cycle | DE 2020 tkm | co2e 0.0249
oefdb-stc-nestra | freight sea/container_vessels_135m/life_cycle | NL 2018 tkm | co2e 0.0198
`;

export const PUBLISHED: readonly PublishedFigure[] = ROWS.trim().split("\n").map(figure);

function figure(row: string): PublishedFigure {
  const [source, factor, asked, values] = row.split(" | ") as [string, string, string, string];
  const [category, key] = factor.split(" ") as [string, string];
  const [country, year, unit] = asked.split(" ") as [string, string, string];
  const words = values.split(" ");
  const read = words.flatMap((name, at) =>
    at % 2 === 0 ? [[VALUES[name as keyof typeof VALUES], words[at + 1]]] : [],
  );
  return { category, key, country, year: Number(year), unit, source, ...Object.fromEntries(read) };
}
