const DIESEL = [
  "diésel",
  "gasoil",
  "gasóleo",
  "gas-oil",
  "gasoleo A",
  "gasóleo de automoción",
  "gasoil A",
  "diesel oil",
];
const PETROL = [
  "gasoline",
  "gasolina",
  "benzina",
  "gasolina 95",
  "gasolina 98",
  "sin plomo 95",
  "sin plomo 98",
  "súper 95",
];
const NATURAL_GAS = ["gas natural", "natural gas", "gas natural canalizado"];

/** Names of fuels in English, Spanish and Catalan, by the key of the fuel in the catalogues. */
export const NAMES_OF_FUELS: Readonly<Record<string, readonly string[]>> = {
  diesel: DIESEL,
  petrol: PETROL,
  hybrid_petrol: ["hybrid", "híbrido", "híbrid", "petrol hybrid", "híbrido gasolina", "HEV"],
  plug_in_hybrid_petrol: ["plug-in hybrid", "híbrido enchufable", "híbrid endollable", "PHEV"],
  electricity: ["electric", "eléctrico", "elèctric", "electricidad", "electricitat", "BEV"],
  hydrogen: ["hidrógeno", "hidrogen", "H2"],
  cng: ["GNC", "compressed natural gas", "gas natural comprimido", "gas natural comprimit"],
  lng: ["GNL", "liquefied natural gas", "gas natural licuado", "gas natural liquat"],
  lpg: ["GLP", "autogas", "liquefied petroleum gas", "gas licuado del petróleo", "gas liquat del petroli"],
  bio_cng: ["bioGNC", "biometano comprimido"],
  bio_lng: ["bioGNL", "biometano licuado"],
  biomethane: ["biometano", "biometà"],
  biomethane_compressed: ["biometano comprimido", "bioGNC"],
  biomethane_liquified: ["biometano licuado", "bioGNL"],
  biodiesel: ["biodiésel"],
  bioethanol: ["bioetanol", "etanol"],
  hvo: ["aceite vegetal hidrotratado", "hydrotreated vegetable oil", "diésel renovable", "HVO100"],
  aviation_fuel: ["jet fuel", "jet A1", "queroseno de aviación", "kerosene"],
  sustainable_aviation_fuel: ["SAF"],
  aviation_turbine_fuel: ["jet fuel", "jet A1", "queroseno de aviación"],
  marine_gas_oil: ["MGO", "gasóleo marino"],
  heavy_fuel_oil: ["HFO", "fueloil pesado", "fuelóleo pesado"],
  marine_fuel_oil: ["fueloil marino"],
  natural_gas: NATURAL_GAS,
  gas_oil: [
    "gasóleo C",
    "gasoil C",
    "gasóleo de calefacción",
    "gasoil de calefacció",
    "heating oil",
    "gasóleo",
    "gasoil",
  ],
  gas_oil_b: ["gasóleo B", "gasoil B", "gasóleo agrícola"],
  fuel_oil: ["fuelóleo", "fueloil", "fuel", "fuel-oil"],
  kerosene: ["queroseno", "querosè"],
  propane: ["propano", "gas propano", "propà"],
  butane: ["butano", "gas butano", "butà"],
  biogas: ["biogás", "biogàs"],
  wood_pellets: ["pellets", "pélets", "pellets de madera", "biomasa pellets"],
  wood_chips: ["astillas", "astillas de madera", "estella"],
  wood_logs: ["leña", "llenya", "madera"],
  coal_industrial: ["carbón industrial"],
  petroleum_coke: ["coque de petróleo", "petcoke"],
  district_heat: ["calor de distrito", "district heating", "calor de xarxa", "vapor"],
};

/** Refrigerants of one substance whose number does not stand in their key (ASHRAE 34). */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  co2: ["R-744"],
  n2o: ["R-744A"],
  ch4: ["R-50"],
  carbon_tetrachloride: ["R-10"],
  methyl_chloride: ["R-40"],
  methylene_chloride: ["R-30"],
  pfc_318: ["RC318", "R-C318"],
  r_1234yf: ["HFO-1234yf"],
  r_1234ze: ["HFO-1234ze", "R-1234ze(E)", "HFO-1234ze(E)"],
};

/** "R-134a", "R134a" and "Freon 134a" of the key "hfc_134a", "HFC-410A" of "r_410a". */
export function namesOfRefrigerant(key: string): string[] {
  const [, family, number = ""] = /^(r|hfc|hcfc|cfc|pfc|halon)_(\d\w*)$/.exec(key) ?? [];
  const plain = number.replaceAll("_", "");
  const named = NUMBERS[key] ?? [];
  if (family === undefined || family === "halon") return [...named];
  const families = family === "r" ? ["HFC"] : ["R", "Freon"];
  return [...families.map((one) => `${one} ${plain}`), ...named];
}
