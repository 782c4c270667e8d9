import type { Attributes, Meter, MetricOptions, Observable } from "@opentelemetry/api";

type LabelValue = string | number;
export type Labels<L extends string> = [L] extends [never] ? [] : [labels: Record<L, LabelValue>];

export interface Definition<L extends string = never> {
  /** In the form of OpenTelemetry, with dots. */
  name: string;
  /** As in UCUM: `s`, `By`, `1`, or what is counted in braces. */
  unit: string;
  description: string;
  /** Names of labels. Their values are few: never ids, addresses or organizations. */
  labels?: readonly L[];
  /** Series that are shown from the start, with zero. Counters without labels always are. */
  initial?: readonly Record<L, LabelValue>[];
  /** Upper bounds of the buckets of a histogram. */
  bounds?: readonly number[];
}

export type Kind = "counter" | "gauge" | "histogram";

export interface Declared {
  kind: Kind;
  definition: Definition<string>;
}

export interface Instrument {
  /** For the documentation. */
  readonly declared: Declared;
}
export interface Counter<L extends string> extends Instrument {
  add(value: number, ...labels: Labels<L>): void;
}
export interface Recorder<L extends string> extends Instrument {
  record(value: number, ...labels: Labels<L>): void;
}
/** A gauge that is read when metrics are collected. */
export interface Observed<L extends string> extends Instrument {
  value(value: number, ...labels: Labels<L>): Observation;
  readonly instrument: () => Observable | undefined;
}

export interface Observation {
  instrument: () => Observable | undefined;
  value: number;
  labels: Attributes;
}

/** Seconds of requests, calls and transactions. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Gives an instrument its meter: one function for each instrument of the modules that this process has loaded. */
const bindings: ((meter: Meter | undefined) => void)[] = [];
let current: Meter | undefined;

/** Gives the instruments a meter, or takes it away. Until then they do nothing, as in most tests. */
export function bindInstruments(meter: Meter | undefined): void {
  current = meter;
  for (const bind of bindings) bind(meter);
}

function declare<I>(kind: Kind, definition: Definition<string>, create: (meter: Meter, options: MetricOptions) => I) {
  const { unit, description, bounds } = definition;
  const options = { unit, description, ...(bounds && { advice: { explicitBucketBoundaries: [...bounds] } }) };
  let instrument: I | undefined;
  const bind = (meter: Meter | undefined) => {
    instrument = meter && create(meter, options);
  };
  bindings.push(bind);
  bind(current);
  return { declared: { kind, definition }, instrument: () => instrument };
}

export function counter<L extends string = never>(definition: Definition<L>): Counter<L> {
  const { name, labels, initial = labels === undefined ? [{}] : [] } = definition;
  const { declared, instrument } = declare("counter", definition, (meter, options) => {
    const made = meter.createCounter(name, options);
    for (const one of initial) made.add(0, one);
    return made;
  });
  return { declared, add: (value, ...[found]) => instrument()?.add(value, found) };
}

export function histogram<L extends string = never>(definition: Definition<L>): Recorder<L> {
  const { declared, instrument } = declare("histogram", definition, (meter, options) =>
    meter.createHistogram(definition.name, options),
  );
  return { declared, record: (value, ...[labels]) => instrument()?.record(value, labels) };
}

export function gauge<L extends string = never>(definition: Definition<L>): Recorder<L> {
  const { declared, instrument } = declare("gauge", definition, (meter, options) => {
    const made = meter.createGauge(definition.name, options);
    for (const one of definition.initial ?? []) made.record(0, one);
    return made;
  });
  return { declared, record: (value, ...[labels]) => instrument()?.record(value, labels) };
}

export function observed<L extends string = never>(definition: Definition<L>): Observed<L> {
  const { declared, instrument } = declare("gauge", definition, (meter, options) =>
    meter.createObservableGauge(definition.name, options),
  );
  return { declared, instrument, value: (value, ...[labels = {}]) => ({ instrument, value, labels }) };
}

/** A total that somebody else counts, such as processor time. */
export function observedCounter<L extends string = never>(definition: Definition<L>): Observed<L> {
  const { declared, instrument } = declare("counter", definition, (meter, options) =>
    meter.createObservableCounter(definition.name, options),
  );
  return { declared, instrument, value: (value, ...[labels = {}]) => ({ instrument, value, labels }) };
}

/** Calls `read` at each collection. Returns a function that ends this. */
export function observe(
  instruments: readonly Pick<Observed<string>, "instrument">[],
  read: () => readonly Observation[] | Promise<readonly Observation[]>,
): () => void {
  const meter = current;
  const observables = instruments.flatMap(({ instrument }) => instrument() ?? []);
  if (meter === undefined || observables.length === 0) return () => {};
  const callback: Parameters<Meter["addBatchObservableCallback"]>[0] = async (result) => {
    for (const { instrument, value, labels } of await read()) {
      const observable = instrument();
      if (observable !== undefined) result.observe(observable, value, labels);
    }
  };
  meter.addBatchObservableCallback(callback, observables);
  return () => meter.removeBatchObservableCallback(callback, observables);
}
