/** Series by their text, with values in the notation of promtool: one for each step. */
type Series = Record<string, string>;

interface Case {
  fires: Series;
  /** Similar series that must not fire. */
  quiet: Series;
  /** Minutes until the alert must fire. */
  afterM: number;
  /** Minutes between two values, and between two evaluations. The default is one. */
  stepM?: number;
}

/** Days are tested in half hours, because each minute would take a minute of processor time. */
const [HALF_HOURS, STEP_M] = [144, 30];
const DAYS_M = HALF_HOURS * STEP_M;
const process = (metric: string, more = "") => `${metric}{service_name="calc",instance="a"${more}}`;
const pool = (metric: string, more = "") => process(metric, `,db_client_connection_pool_name="calc"${more}`);
const used = pool("db_client_connection_count", `,db_client_connection_state="used"`);
const requests = (status: number) =>
  `http_server_request_duration_seconds_count{service_name="gateway",http_response_status_code="${status}"}`;
const fast = `http_server_request_duration_seconds_bucket{service_name="gateway",le="1"}`;
const handled = (result: string) => process("emissions_events_handled_total", `,consumer="c",result="${result}"`);
const everyone = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`emissions_build_info{service_name="${name}"}`, "1x30"]));

/** One input for each alert that makes it fire, and one that does not. */
export const CASES: Readonly<Record<string, Case>> = {
  EmissionsProcessMissing: {
    fires: everyone(["gateway", "factors", "activity", "imports", "notify"]),
    quiet: everyone(["gateway", "factors", "activity", "calc", "imports", "notify"]),
    afterM: 6,
  },
  EmissionsNeighbourBehind: {
    fires: { [process("emissions_neighbour_behind", `,neighbour="activity",role="producer",behind="self"`)]: "1x10" },
    quiet: { [process("emissions_neighbour_behind", `,neighbour="activity",role="producer",behind=""`)]: "0x10" },
    afterM: 3,
  },
  EmissionsEventLoopSlow: {
    fires: { [process("nodejs_eventloop_delay_p99_seconds")]: "0.8x30" },
    quiet: { [process("nodejs_eventloop_delay_p99_seconds")]: "0.8x3 0.01x30" },
    afterM: 12,
  },
  EmissionsPoolExhausted: {
    fires: {
      [used]: "10x30",
      [pool("db_client_connection_max")]: "10x30",
      [pool("db_client_connection_pending_requests")]: "4x30",
    },
    quiet: {
      [used]: "9x30",
      [pool("db_client_connection_max")]: "10x30",
      [pool("db_client_connection_pending_requests")]: "4x30",
    },
    afterM: 6,
  },
  EmissionsCertificateExpires: {
    fires: { [process("emissions_tls_certificate_expiry_timestamp_seconds")]: "500000x30" },
    quiet: { [process("emissions_tls_certificate_expiry_timestamp_seconds")]: "0x30" },
    afterM: 11,
  },
  EmissionsSchemaDiffers: {
    fires: {
      [process("emissions_schema_migrations", `,latest="1"`)]: "1x30",
      'emissions_schema_migrations{service_name="calc",instance="b",latest="2"}': "2x30",
    },
    quiet: {
      [process("emissions_schema_migrations", `,latest="2"`)]: "2x30",
      'emissions_schema_migrations{service_name="calc",instance="b",latest="2"}': "2x30",
    },
    afterM: 16,
  },
  EmissionsLimitsLocal: {
    fires: { [process("emissions_limits_local")]: "1x30" },
    quiet: { [process("emissions_limits_local")]: "0x30" },
    afterM: 6,
  },
  EmissionsStandbyUnused: {
    fires: {
      [process("emissions_standby_reads_total", `,server="primary"`)]: "0+60x40",
      [process("emissions_standby_reads_total", `,server="standby"`)]: "0+20x40",
    },
    quiet: {
      [process("emissions_standby_reads_total", `,server="primary"`)]: "0+20x40",
      [process("emissions_standby_reads_total", `,server="standby"`)]: "0+60x40",
    },
    afterM: 30,
  },
  EmissionsConnectionsRefused: {
    fires: { [process("emissions_http_connections_refused_total")]: "0+5x30" },
    quiet: { [process("emissions_http_connections_refused_total")]: "7x30" },
    afterM: 10,
  },
  EmissionsObservationFails: {
    fires: { [process("emissions_observation_failures_total", `,group="messages"`)]: "0+1x60" },
    quiet: { [process("emissions_observation_failures_total", `,group="messages"`)]: "3x60" },
    afterM: 30,
  },
  EmissionsNatsDisconnected: {
    fires: { [process("emissions_nats_connected")]: "0x30" },
    quiet: { [process("emissions_nats_connected")]: "0x1 1x30" },
    afterM: 4,
  },
  EmissionsOutboxOld: {
    fires: { [process("emissions_outbox_oldest_age_seconds")]: "0+60x30" },
    quiet: { [process("emissions_outbox_oldest_age_seconds")]: "30x30" },
    afterM: 6,
  },
  EmissionsStreamNotStoring: {
    fires: { [process("emissions_stream_refusal_age_seconds", `,stream="EVENTS_CALC"`)]: "0+60x30" },
    quiet: { [process("emissions_stream_refusal_age_seconds", `,stream="EVENTS_CALC"`)]: "40x1 0x30" },
    afterM: 4,
  },
  EmissionsConsumerBehind: {
    fires: { [process("emissions_consumer_pending", `,consumer="c",lane="single"`)]: "5000x30" },
    quiet: { [process("emissions_consumer_pending", `,consumer="c",lane="single"`)]: "5000x5 20x30" },
    afterM: 12,
  },
  EmissionsEventsGivenUp: {
    fires: { [handled("given_up")]: "0x5 1x20" },
    quiet: { [handled("given_up")]: "1x30", [handled("ok")]: "0+100x30" },
    afterM: 10,
  },
  EmissionsDeadLetters: {
    fires: { [process("emissions_dead_letters", `,consumer="c"`)]: "1x30" },
    quiet: { [process("emissions_dead_letters", `,consumer="c"`)]: "0x30" },
    afterM: 6,
  },
  EmissionsEventsDeferred: {
    fires: { [process("emissions_deferred_queues")]: "2x30" },
    quiet: { [process("emissions_deferred_queues")]: "2x5 0x30" },
    afterM: 16,
  },
  EmissionsRecordsWait: {
    fires: { [process("emissions_records_oldest_age_seconds")]: "0+60x30" },
    quiet: { [process("emissions_records_oldest_age_seconds")]: "100x30" },
    afterM: 15,
  },
  EmissionsCalculationsFail: {
    fires: {
      [process("emissions_calculations_total", `,result="failed"`)]: "0+30x60",
      [process("emissions_calculations_total", `,result="calculated"`)]: "0+30x60",
    },
    quiet: {
      [process("emissions_calculations_total", `,result="failed"`)]: "0+1x60",
      [process("emissions_calculations_total", `,result="calculated"`)]: "0+30x60",
    },
    afterM: 45,
  },
  EmissionsTotalsDiffered: {
    fires: { [process("emissions_totals_verified_total", `,result="mended"`)]: "0x5 1x20" },
    quiet: { [process("emissions_totals_verified_total", `,result="equal"`)]: "0+5x30" },
    afterM: 10,
  },
  EmissionsWebhooksLate: {
    fires: { [process("emissions_webhook_deliveries_oldest_age_seconds")]: "0+60x30" },
    quiet: { [process("emissions_webhook_deliveries_oldest_age_seconds")]: "5x30" },
    afterM: 12,
  },
  EmissionsSignInsRefused: {
    fires: { [process("emissions_http_refusals_total", `,code="INVALID_API_KEY"`)]: "0+600x30" },
    quiet: { [process("emissions_http_refusals_total", `,code="NOT_FOUND"`)]: "0+6000x30" },
    afterM: 12,
  },
  EmissionsRateLimited: {
    fires: { [process("emissions_rate_limit_refusals_total", `,limit="account"`)]: "0+900x60" },
    quiet: { [process("emissions_rate_limit_refusals_total", `,limit="account"`)]: "0+60x60" },
    afterM: 25,
  },
  EmissionsAvailabilityBurnFast: {
    fires: { [requests(200)]: "0+960x120", [requests(503)]: "0+40x120" },
    quiet: { [requests(200)]: "0+1000x120", [requests(404)]: "0+500x120" },
    afterM: 90,
  },
  EmissionsAvailabilityBurnSlow: {
    fires: { [requests(200)]: `0+996x${HALF_HOURS}`, [requests(503)]: `0+4x${HALF_HOURS}` },
    quiet: { [requests(200)]: `0+9999x${HALF_HOURS}`, [requests(503)]: `0+1x${HALF_HOURS}` },
    afterM: DAYS_M,
    stepM: STEP_M,
  },
  EmissionsLatencyBurnFast: {
    fires: { [requests(200)]: "0+1000x120", [fast]: "0+800x120" },
    quiet: { [requests(200)]: "0+1000x120", [fast]: "0+999x120" },
    afterM: 90,
  },
  EmissionsLatencyBurnSlow: {
    fires: { [requests(200)]: `0+1000x${HALF_HOURS}`, [fast]: `0+985x${HALF_HOURS}` },
    quiet: { [requests(200)]: `0+1000x${HALF_HOURS}`, [fast]: `0+995x${HALF_HOURS}` },
    afterM: DAYS_M,
    stepM: STEP_M,
  },
  EmissionsResultsBurnFast: {
    fires: { [handled("ok")]: "0+900x120", [handled("given_up")]: "0+100x120" },
    quiet: { [handled("ok")]: "0+1000x120", [handled("given_up")]: "0x120" },
    afterM: 90,
  },
  EmissionsResultsBurnSlow: {
    fires: { [handled("ok")]: `0+996x${HALF_HOURS}`, [handled("given_up")]: `0+4x${HALF_HOURS}` },
    quiet: { [handled("ok")]: `0+1000x${HALF_HOURS}`, [handled("given_up")]: `0x${HALF_HOURS}` },
    afterM: DAYS_M,
    stepM: STEP_M,
  },
};
