/**
 * Words of column names that mean the same, in English, Spanish, Catalan and German, with usual abbreviations. The first
 * word of a line is the concept. A concept says what a column is about; templates add names of their own as aliases.
 * Words are in lower case, without accents.
 */
const CONCEPTS = `
address direccion adreca domicilio anschrift strasse
adult adulto
amount value valor wert spend importe import imp betrag cuantia montante
arrival llegada arribada entrada ankunft checkin
begin start inicio inici ini desde from beginn von inicial comienzo alta abfahrt
birth nacimiento naixement nac geburt birthday born
brand marca marke
cabin cabina
category categoria cat kategorie
city ciudad ciutat stadt municipio poblacion localidad town ort
class clase classe klasse
code codigo codi cod cdg schlussel kennung clave
commute desplazamiento commuting desplacament
consumption consumo consum cons verbrauch
contract contrato contracte vertrag
country pais land ctry paises
currency moneda divisa wahrung waers curr div
cups suministro abonado
customer cliente client kunde cli
date fecha data f fec fch datum fcha dia dt day tag
delivery entrega lieferung lliurament
departure salida sortida abreise checkout
description descripcion descripcio desc beschreibung detalle concepto concepte concept descr
destination destino desti ziel dest gestor entsorger
disability discapacidad discapacitat disabled discapacitado minusvalia behinderung
distance distancia distanz entfernung dist recorrido strecke
email correo mail correu electronico
employee empleado empleada trabajador trabajadora empleat treballador mitarbeiter worker staff personal emp
end fin fi hasta to until ende bis final termino baja fins finalizacion
energy energia energie
environmental ambiental medioambiental
expense gasto despesa gto
external externo externa ext extern
facility centro centre instalacion site planta sede plant standort werk werks installacio delegacion emplazamiento edificio edifici building gebaeude local
factor coeficiente faktor
family familia
flight vuelo vol flug
flag indicador
frequency frecuencia frequencia periodicidad
fuel combustible carburante carburant kraftstoff treibstoff
gender sexo genero genere sexe geschlecht sex
goods mercancia carga ware bienes cargo
group grupo grup gruppe
guest huesped hoste gast
hotel alojamiento hospedaje allotjament unterkunft accommodation
hours horas hores stunden hrs
id identificador identificacion ident identifier
invoice factura rechnung fra fact bill recibo rebut inv
job puesto trabajo lloc position
ler lerca ewc eural abfallschluessel abfallschlussel
lifetime vida
market mercado mercat
model modelo modell
month mes monat
name nombre nom bezeichnung denominacion denominacio nomb bez razon
nights noches nits nachte pernoctaciones
number numero num no nr n nro nummer
origin origen ursprung procedencia herkunft orig
ownership propiedad propietat titularidad eigentum tenencia
passenger pasajero passatger viajero traveller traveler passagier reisender
percentage porcentaje percentatge pct prozent anteil
period periodo periode
phone telefono telefon tfno tel
plate matricula license licence licencia registration kennzeichen placa patente
price precio preu preis
product producto producte articulo article artikel material item
project proyecto projecte projekt
purchase compra adquisicion einkauf
quantity cantidad quantitat menge qty cant ctd quantitaet qte
recycled reciclado reciclat recycling recycelt
remark observaciones comentario comentarios notas nota notes observacions bemerkung comments comment remarks
residue waste residuo residuos residu residus abfall wastes
room habitacion habitaciones rooms habitacio habitacions zimmer hab
round ida
route ruta recorregut
salary salario sueldo retribucion sou gehalt remuneration remuneracion wage pay
sector actividad activitat branche industry
segment segmento
shipment envio expedicion enviament sendung albaran
size tamano mida grosse
source fuente font quelle
status estado estat situacion situacio
supplier proveedor proveidor proveidora lieferant vendor prov creditor kreditor acreedor suministrador retailer seller
tax nif cif vat fiscal nie steuer
training formacion formacio curso curs course schulung capacitacion
transport transporte verkehr
travel viaje viatge trip reise desplazamientos
treatment tratamiento tractament operacion behandlung operation verfahren valorizacion eliminacion disposal recovery entsorgung
leg trayecto trajecte etappe
type tipo tipus tip typ art clasificacion kind
unit unidad unitat einheit ud um uom und uds meins units unidades
use uso us usos uses usage nutzung
vehicle vehiculo fahrzeug veh camion truck furgoneta coche
volume volumen volum
water agua aigua wasser
weight peso pes gewicht pesada neto
year ano any anyo jahr anualidad ejercicio
`;

/** Words that say nothing in a column name. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  "a al and at d das de del dels der des die du e el els en i in is l la las les los of on per por para pro s the un una y zu".split(
    " ",
  ),
);

function conceptOfWords(): Map<string, string> {
  const concepts = new Map<string, string>();
  for (const line of CONCEPTS.trim().split("\n")) {
    const words = line.split(" ");
    for (const word of words) concepts.set(word, words[0]!);
  }
  return concepts;
}

const WORDS: ReadonlyMap<string, string> = conceptOfWords();

/** Shorter parts of a compound would be found by chance. */
const PART_LENGTH_MIN = 3;

/** The concepts of a word, such as `date` for `fecha`, or of both parts of a compound, such as `fechainicio`. */
export function conceptsOf(word: string): readonly string[] {
  const known = WORDS.get(word) ?? WORDS.get(singular(word));
  if (known !== undefined) return [known];
  for (let at = word.length - PART_LENGTH_MIN; at >= PART_LENGTH_MIN; at--) {
    const second = WORDS.get(word.slice(at));
    if (second === undefined) continue;
    const start = word.slice(0, at);
    // German joins words with an s, as in `rechnungsdatum`.
    const first = WORDS.get(start) ?? (start.endsWith("s") ? WORDS.get(start.slice(0, -1)) : undefined);
    if (first !== undefined) return [first, second];
  }
  return [word];
}

const singular = (word: string) => word.replace(/(?<=[a-z]{3})s$/, "");
