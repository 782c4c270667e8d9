import { gauge, histogram, SECONDS } from "../process/instruments.ts";

const CALL_LABELS = ["rpc.system.name", "rpc.method", "rpc.response.status_code"] as const;

export const serverDuration = histogram({
  name: "rpc.server.call.duration",
  unit: "s",
  description: "Time to answer a call",
  labels: CALL_LABELS,
  bounds: SECONDS,
});
export const clientDuration = histogram({
  name: "rpc.client.call.duration",
  unit: "s",
  description: "Time until a call was answered, tries included",
  labels: CALL_LABELS,
  bounds: SECONDS,
});
export const certificateExpiry = gauge({
  name: "emissions.tls.certificate.expiry.timestamp",
  unit: "s",
  description: "End of the validity of the certificate between services, in Unix seconds; 0 without one",
  initial: [{}],
});
