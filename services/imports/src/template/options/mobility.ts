import { named } from "../words.ts";
import type { OptionNames } from "./types.ts";

const car = named("Car", "Coche", "Cotxe", ["automobile", "turismo", "automóvil", "auto"]);
const bus = named("Bus", "Autobús", "Autobús", ["coach", "autocar"]);
const train = named("Train", "Tren", "Tren", ["rail", "ferrocarril", "AVE", "cercanías"]);
const metro = named("Metro", "Metro", "Metro", ["underground", "subway", "tube"]);
const trolleybus = named("Trolleybus", "Trolebús", "Troleibús");
const motorbike = named("Motorbike", "Moto", "Moto", ["motorcycle", "motocicleta", "ciclomotor"]);
const bicycle = named("Bicycle", "Bicicleta", "Bicicleta", ["bike", "bici", "cycling"]);
const scooter = named("Electric kick scooter", "Patinete eléctrico", "Patinet elèctric", [
  "e-scooter",
  "patinete",
  "VMP",
]);

const road = named("Road", "Carretera", "Carretera", ["truck", "lorry", "camión", "terrestre", "por carretera"]);
const air = named("Air", "Aéreo", "Aeri", ["plane", "flight", "avión", "air freight"]);
const maritime = named("Maritime", "Marítimo", "Marítim", ["sea", "ship", "ocean", "barco", "buque", "mar"]);
const rail = named("Rail", "Ferroviario", "Ferroviari", ["train", "tren", "ferrocarril"]);

/** Closed lists of vehicles, trips, commuting and freight. */
export const MOBILITY_OPTIONS = {
  VehicleType: {
    passenger: named("Passenger", "Pasajeros", "Passatgers", ["people", "turismo", "personas"]),
    freight: named("Freight", "Mercancías", "Mercaderies", ["goods", "cargo", "mercancía", "carga"]),
  },
  VehicleOwnership: {
    owned: named("Owned", "En propiedad", "En propietat", ["own", "propio", "propiedad", "propia"]),
    rented: named("Rented", "Alquilado", "Llogat", ["leased", "leasing", "renting", "alquiler", "hire", "hired"]),
  },
  VehicleMarketSegment: {
    mini: named("Mini", "Mini", "Mini", ["city car"]),
    supermini: named("Supermini", "Utilitario", "Utilitari"),
    lower_medium: named("Lower medium", "Medio inferior", "Mitjà inferior", ["compact", "compacto"]),
    upper_medium: named("Upper medium", "Medio superior", "Mitjà superior"),
    executive: named("Executive", "Ejecutivo", "Executiu"),
    luxury: named("Luxury", "Lujo", "Luxe"),
    sports: named("Sports", "Deportivo", "Esportiu", ["sports car"]),
    dual_purpose_4x4: named("Dual purpose 4x4", "Todoterreno", "Tot terreny", ["4x4", "SUV"]),
    mpv: named("MPV", "Monovolumen", "Monovolum", ["minivan", "people carrier"]),
  },
  VehicleSize: {
    small_car: named("Small car", "Coche pequeño", "Cotxe petit", ["small", "pequeño"]),
    medium: named("Medium", "Mediano", "Mitjà", ["medium car", "medio"]),
    large_car: named("Large car", "Coche grande", "Cotxe gran", ["large", "grande"]),
    average_car: named("Average car", "Coche medio", "Cotxe mitjà", ["average", "promedio"]),
  },
  TransportType: {
    car,
    metro,
    train,
    trolleybus,
    bus,
    motorbike,
    aircraft: named("Aircraft", "Avión", "Avió", ["plane", "flight", "air", "vuelo", "airplane"]),
    ferry: named("Ferry", "Ferry", "Ferri", ["boat", "ship", "barco", "transbordador"]),
  },
  TravelVehicleSize: {
    small: named("Small", "Pequeño", "Petit"),
    medium: named("Medium", "Mediano", "Mitjà"),
    large: named("Large", "Grande", "Gran"),
    average: named("Average", "Promedio", "Mitjana", ["media"]),
  },
  TravelFuel: {
    petrol: named("Petrol", "Gasolina", "Gasolina", ["gasoline", "gas"]),
    diesel: named("Diesel", "Diésel", "Dièsel", ["gasoil", "gasóleo"]),
    cng: named("CNG", "GNC", "GNC", ["compressed natural gas", "gas natural comprimido"]),
    lpg: named("LPG", "GLP", "GLP", ["autogas", "autogás"]),
    unknown: named("Unknown", "Desconocido", "Desconegut", ["not known", "n/a"]),
    plug_in_hybrid_electric: named("Plug-in hybrid", "Híbrido enchufable", "Híbrid endollable", ["PHEV"]),
    battery_electric: named("Battery electric", "Eléctrico", "Elèctric", ["electric", "BEV", "EV"]),
  },
  FlightType: {
    domestic: named("Domestic", "Nacional", "Nacional", ["doméstico"]),
    short_haul_international: named(
      "International, short-haul",
      "Internacional de corto radio",
      "Internacional de curt radi",
      ["short haul", "corto radio"],
    ),
    long_haul_international: named(
      "International, long-haul",
      "Internacional de largo radio",
      "Internacional de llarg radi",
      ["long haul", "largo radio"],
    ),
  },
  CabinClass: {
    economy: named("Economy", "Turista", "Turista", ["economy class", "económica", "coach"]),
    premium_economy: named("Premium economy", "Turista superior", "Turista superior", ["premium"]),
    business: named("Business", "Business", "Business", ["business class", "ejecutiva", "preferente"]),
    first: named("First", "Primera", "Primera", ["first class", "primera clase"]),
    average: named("Average", "Promedio", "Mitjana", ["media"]),
  },
  TransportDirection: {
    upstream: named("Upstream", "Aguas arriba", "Aigües amunt", [
      "inbound",
      "received",
      "entrada",
      "compras",
      "recibido",
    ]),
    downstream: named("Downstream", "Aguas abajo", "Aigües avall", [
      "outbound",
      "shipped",
      "salida",
      "ventas",
      "expedido",
    ]),
  },
  FreightPayer: {
    organization: named("The organization", "La organización", "L'organització", ["we", "nosotros"]),
    other: named("Others", "Otros", "Altres", ["customer", "cliente", "supplier", "proveedor"]),
  },
  TransportMode: {
    road,
    air,
    maritime,
    rail,
    do_not_know: named("Not known", "No lo sé", "No ho sé", ["unknown", "desconocido", "ns/nc"]),
  },
  FreightMode: { road, air, maritime, rail },
  TravelMethod: {
    car,
    truck: named("Truck", "Camión", "Camió", ["lorry", "HGV", "articulated lorry", "tráiler"]),
    motorbike,
    bicycle,
    electric_kick_scooter: scooter,
  },
  LoadUnit: {
    kg: named("kg", "kg", "kg", ["kilograms", "kilos", "kilogramos", "kgs"]),
    ton: named("Tonnes", "Toneladas", "Tones", ["t", "ton", "tonne", "tonelada", "tn"]),
    pallets: named("Pallets", "Palés", "Palets", ["pallet", "palé", "palet", "palets"]),
    teu: named("TEU", "TEU", "TEU"),
    feu: named("FEU", "FEU", "FEU"),
  },
  CommuteTransport: {
    car,
    bus,
    train,
    metro,
    tram: named("Tram", "Tranvía", "Tramvia", ["streetcar"]),
    motorbike,
    bicycle,
    walking: named("Walking", "A pie", "A peu", ["on foot", "walk", "andando", "caminando"]),
    telecommuting: named("Telecommuting", "Teletrabajo", "Teletreball", ["home office", "remote", "working from home"]),
    electric_kick_scooter: scooter,
    trolleybus,
  },
} as const satisfies Record<string, OptionNames>;
