import { sample } from "./sample.fixture.ts";

/** Vehicles, freight and travel. */
export const mobilitySamples = [
  sample(
    "vehicles-fleet-english.csv",
    "vehicles",
    `Registration => license_plate|Make and model => name|Vehicle type => unknown_vehicle_id|Use => type|Owned or rented => ownership|Fuel type => vehicle_fuel_id|Country => country|Year => registration_year|Driver|Next MOT
    AB12 CDE|Ford Transit|Van|freight|owned|Diesel|GB|2021|J. Smith|2026-09-01
    XY70 ZZZ|Toyota Corolla|Car|passenger|rented|Petrol|GB|2020|A. Jones|2026-11-15`,
    { delimiter: "," },
  ),
  sample(
    "vehicles-flota-es.xlsx",
    "vehicles",
    `Matrícula => license_plate|Marca y modelo => name|Tipo de vehículo => unknown_vehicle_id|Uso => type|Propiedad => ownership|Combustible => vehicle_fuel_id|País => country|Año matriculación => registration_year|Nº bastidor
    1234 KLM|Renault Master|Furgoneta|freight|owned|Gasóleo A|España|2019|VF1MA000012345678
    5678 MNP|Seat León|Turismo|passenger|rented|Gasolina 95|España|2022|VSSZZZ5FZNR012345`,
  ),
  sample(
    "consumptions-fuel-cards.csv",
    "vehicle_consumptions",
    `MATRICULA => vehicle_id|FECHA_INICIO => start_date|FECHA_FIN => end_date|LITROS => quantity|UNIDAD => unit_id|NUM_TICKET => custom_id|ESTACION|IMPORTE_EUR
    1234KLM|01/01/2026|31/01/2026|182,45|l|T-9911|Repsol M-40|281,00
    5678MNP|01/01/2026|31/01/2026|64,10|l|T-9912|Cepsa A-2|98,70`,
  ),
  sample(
    "consumptions-mileage.xlsx",
    "vehicle_consumptions",
    `Licence plate => vehicle_id|Period start => start_date|Period end => end_date|Distance => quantity|Unit => unit_id|Reference => external_id
    AB12 CDE|2026-01-01|2026-01-31|2104|km|JAN-1
    XY70 ZZZ|2026-01-01|2026-01-31|1290.5|km|JAN-2`,
  ),
  sample(
    "transports-routes-es.csv",
    "transports",
    `Ruta => name|Fecha de envío => transport_date|Peso => quantity_transported|Unidad => unit_id|Transportista => supplier|Sentido => transport_direction|Modo de transporte => sections.0.transport_type|Origen => sections.0.origin|Destino => sections.0.destination|Kms => sections.0.kms_manual
    MAD-BCN|12/01/2026|12.000|kg|Trans Norte SL|downstream|road|Madrid|Barcelona|621
    BIO-LYS|13/01/2026|8.500|kg|Geodis|upstream|road|Bilbao|Lyon|850`,
    { encoding: "utf8-bom" },
  ),
  sample(
    "transports-two-legs.csv",
    "transports",
    `shipment => name|shipping date => transport_date|gross weight => quantity_transported|uom => unit_id|carrier name => supplier|direction => transport_direction|mode => sections.0.transport_type|origin => sections.0.origin|destination => sections.0.destination|mode 2 => sections.1.transport_type|origin 2 => sections.1.origin|destination 2 => sections.1.destination|incoterm
    S-100|2026-02-01|1800|kg|Maersk|upstream|road|Shenzhen factory|Yantian port|maritime|Yantian port|Valencia port|FOB
    S-101|2026-02-03|950|kg|DHL|upstream|road|Hanoi|Noi Bai|air|Noi Bai|Madrid|EXW`,
    { delimiter: "," },
  ),
  sample(
    "logistics-tms.csv",
    "logistics_requests",
    `shipmentId => movement_id|shipmentDate => shipment_date|originCity => origin|destinationCity => destination|distanceKm => distance_km|grossWeight => load|loadUnit => load_unit|transportMode => category|truckPlate => vehicle_license_plate|trailerPlate => trailer_license_plate|customerName => client
    M-1|2026-03-01|Zaragoza|Toulouse|398.5|21500|kg|road|1234KLM|R5566BBB|Carrefour
    M-2|2026-03-01|Zaragoza|Porto|820|18200|kg|road|5678MNP|R5577BBB|Sonae`,
    { delimiter: "," },
  ),
  sample(
    "logistics-expediciones.csv",
    "logistics_requests",
    `Expedición => movement_id|Fecha de carga => shipment_date|Origen => origin|País origen => origin_country|Destino => destination|Distancia (km) => distance_km|Peso bruto => load|Unidad => load_unit|Tipo de vehículo => toc|Matrícula tractora => vehicle_license_plate|Matrícula remolque => trailer_license_plate|Cliente => client|Tramo => movement_stretch
    E-1|02/03/2026|Sevilla|ES|Lisboa|465|24.000|kg|articulated_truck|1234KLM|R5566BBB|Jerónimo Martins|1
    E-2|02/03/2026|Sevilla|ES|Faro|200|9.500|kg|rigid_truck|5678MNP||Pingo Doce|1`,
    { encoding: "latin1" },
  ),
  sample(
    "recharges-fuel-log.csv",
    "logistics_recharges",
    `transaction_date => date|fuel_name => fuel_id|volume => quantity|country_code => country|vehicle => vehicle_license_plate|station|reference => external_id
    2026-01-05|Diesel|420.5|ES|1234KLM|Repsol 332|TX1
    2026-01-06|HVO100|380|FR|5678MNP|Total 11|TX2`,
    { delimiter: "," },
  ),
  sample(
    "travels-agency-es.csv",
    "business_travels",
    `Fecha de salida => travel_date|Motivo => name|Medio de transporte => transport_type|Origen => origin|Destino => destination|Kilómetros => distance_km|Nº viajeros => travel_number|Ida y vuelta => round_trip|Clase => cabin_class|Importe billete
    14/01/2026|Feria|aircraft|Madrid|Frankfurt|1.421|2|Sí|economy|512,00
    20/01/2026|Cliente|train|Madrid|Sevilla|391|1|No||88,40`,
  ),
  sample(
    "travels-expenses-english.xlsx",
    "business_travels",
    `Travel date => travel_date|Purpose => name|Mode => transport_type|From|To|Distance (km) => distance_km|Passengers => travel_number|Return => round_trip|Fare class => cabin_class
    2026-02-03|Audit|aircraft|London|Oslo|1154|1|yes|economy
    2026-02-10|Sales|car|Leeds|Hull|96|3|no|`,
  ),
  sample(
    "hotels-agency.csv",
    "hotel_stays",
    `Reserva => name|Hotel => hotel_name|Ciudad => city|País => country|Fecha entrada => check_in_date|Fecha salida => check_out_date|Habitaciones => rooms|Noches|Precio total
    R-1|NH Collection|Frankfurt|DE|14/01/2026|16/01/2026|2|2|640,00
    R-2|Meliá Lebreros|Sevilla|ES|20/01/2026|21/01/2026|1|1|110,00`,
    { encoding: "latin1" },
  ),
  sample(
    "hotels-english.xlsx",
    "hotel_stays",
    `Hotel name => hotel_name|City => city|Country code => country|Check in => check_in_date|Check out => check_out_date|Number of rooms => rooms|Booking => name|Rate plan
    Hilton|Oslo|NO|2026-02-03|2026-02-05|1|B-1|flex
    Premier Inn|Hull|GB|2026-02-10|2026-02-11|3|B-2|saver`,
  ),
];
