import { parse } from "@emissions/quantity/decimal";

// The rules of the iLEAP Technical Specifications 1.0.0 (27 May 2025, https://sine-fdn.github.io/ileap-extension/) for a
// shipment footprint, written from their text. The numbers are those of its sections.

type Json = Readonly<Record<string, unknown>>;
type Rule = (value: unknown) => boolean;

/** 6.6.5: a decimal is a text. The published JSON schema has this pattern. */
const decimal: Rule = (value) => typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
const text: Rule = (value) => typeof value === "string";
const texts: Rule = (value) => Array.isArray(value) && value.every(text);
const oneOf = (values: string): Rule => {
  const all = values.split(" ");
  return (value) => all.includes(String(value));
};
const utc: Rule = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
const object: Rule = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

interface Shape {
  required: Readonly<Record<string, Rule>>;
  optional: Readonly<Record<string, Rule>>;
}

/** 6.1.1 */
const FOOTPRINT: Shape = {
  required: { mass: decimal, shipmentId: text, tces: (value) => Array.isArray(value) && value.length > 0 },
  optional: { volume: decimal },
};

/** 6.2.2 */
const ELEMENT: Shape = {
  required: {
    tceId: text,
    shipmentId: text,
    mass: decimal,
    distance: object,
    transportActivity: decimal,
    co2eWTW: decimal,
    co2eTTW: decimal,
  },
  optional: {
    prevTceIds: texts,
    tocId: text,
    hocId: text,
    consignmentId: text,
    packagingOrTrEqType: oneOf("Box Pallet Container-TEU Container-FEU Container"),
    packagingOrTrEqAmount: decimal,
    origin: object,
    destination: object,
    departureAt: utc,
    arrivalAt: utc,
    flightNo: text,
    voyageNo: text,
    incoterms: oneOf("EXW FCA CPT CIP DAP DPU DDP FAS FOB CFR CIF"),
    noxTTW: decimal,
    soxTTW: decimal,
    ch4TTW: decimal,
    pmTTW: decimal,
  },
};

/** 6.6.1; the published JSON schema allows exactly one of them. */
const DISTANCE: Shape = { required: {}, optional: { actual: decimal, gcd: decimal, sfd: decimal } };

/** 6.6.2 */
const LOCATION: Shape = {
  required: { city: text, country: (value) => /^[A-Z]{2}$/.test(String(value)) },
  optional: {
    street: text,
    zip: text,
    iata: (value) => /^[A-Z]{3}$/.test(String(value)),
    locode: (value) => /^[A-Z]{2}[A-Z0-9]{3}$/.test(String(value)),
    uic: text,
    lat: decimal,
    lng: decimal,
  },
};

/** All violations, each with its place. `airTocs` are the categories of transport by air. */
export function ileapViolations(footprint: Json, airTocs: ReadonlySet<unknown> = new Set()): string[] {
  const tces = (Array.isArray(footprint.tces) ? footprint.tces : []) as Json[];
  const ids = tces.map(({ tceId }) => tceId);
  return [
    ...misshapen("footprint", footprint, FOOTPRINT),
    ...(new Set(ids).size < ids.length ? ["tces: an id comes twice"] : []),
    ...tces.flatMap((tce, at) => [
      ...elementViolations(`tces[${at}]`, tce, airTocs),
      ...orderViolations(`tces[${at}]`, tce, ids),
    ]),
  ];
}

function elementViolations(place: string, tce: Json, airTocs: ReadonlySet<unknown>): string[] {
  const { distance, origin, destination, tocId, hocId } = tce;
  const kilometres = Object.values((distance ?? {}) as Json);
  const places = Object.entries({ origin, destination }).filter(([, value]) => value !== undefined) as [string, Json][];
  return [
    ...misshapen(place, tce, ELEMENT),
    ...misshapen(`${place}.distance`, (distance ?? {}) as Json, DISTANCE),
    ...when(kilometres.length !== 1, `${place}.distance: not exactly one`),
    ...when((tocId === undefined) === (hocId === undefined), `${place}: not exactly one of tocId and hocId`),
    ...when(!isActivity(tce, String(kilometres[0])), `${place}.transportActivity: not mass * distance / 1000`),
    ...when(parse(String(tce.co2eTTW)).gt(parse(String(tce.co2eWTW))), `${place}.co2eTTW: more than co2eWTW`),
    ...places.flatMap(([name, location]) => [
      ...misshapen(`${place}.${name}`, location, LOCATION),
      ...when((location.lat === undefined) !== (location.lng === undefined), `${place}.${name}: lat without lng`),
      ...when(location.iata !== undefined && !airTocs.has(tocId), `${place}.${name}.iata: not by air`),
    ]),
  ];
}

/** 6.2.2: 700 kilometres and 230 kilograms are 161 tonne-kilometres. */
function isActivity({ mass, transportActivity }: Json, kilometres: string): boolean {
  const kgKm = parse(String(mass)).times(parse(kilometres));
  return kgKm.eq(parse(String(transportActivity)).times(1000));
}

/** 6.2.1: the elements immediately before; an empty list for the first. */
function orderViolations(place: string, { tceId, prevTceIds }: Json, ids: readonly unknown[]): string[] {
  const before = (prevTceIds ?? []) as unknown[];
  const known = ids.slice(0, ids.indexOf(tceId));
  return [
    ...when(!before.every((id) => known.includes(id)), `${place}.prevTceIds: not before it`),
    ...when(prevTceIds !== undefined && (before.length === 0) !== (known.length === 0), `${place}.prevTceIds: gap`),
  ];
}

function misshapen(place: string, value: Json, { required, optional }: Shape): string[] {
  const rules = { ...required, ...optional };
  return [
    ...Object.keys(required).flatMap((name) => when(value[name] === undefined, `${place}.${name}: missing`)),
    ...Object.entries(value).flatMap(([name, one]) =>
      when(!rules[name]?.(one), `${place}.${name}: ${JSON.stringify(one)} is not valid`),
    ),
  ];
}

const when = (isViolated: boolean, violation: string): string[] => (isViolated ? [violation] : []);
