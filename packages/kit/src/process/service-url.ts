import { z } from "zod";
import { variable } from "./variable.ts";

/** The usual ports. Health and metrics are on the port + 1000. */
export const PORTS = {
  gateway: 8080,
  factors: 8101,
  activity: 8102,
  calc: 8103,
  imports: 8104,
  notify: 8105,
  streams: 8106,
} as const;

type Called = "factors" | "activity" | "calc" | "imports" | "notify";

/** The variable with the address of another service, such as `FACTORS_URL`. */
export const serviceUrl = (name: Called) =>
  variable(z.url({ protocol: /^https?$/ }), {
    meaning: "address of another service, for `<SERVICE>` in `FACTORS`, `ACTIVITY`, `CALC`, `IMPORTS` and `NOTIFY`",
    follows: {
      rule: "`http://<service>:<port>` with its name and usual port, `https` with `TLS_CERT_FILE`",
      from: ({ TLS_CERT_FILE }) => `${TLS_CERT_FILE === undefined ? "http" : "https"}://${name}:${PORTS[name]}`,
      row: "<SERVICE>_URL",
    },
  });

/** The address of the gateway for clients. */
export const PublicUrl = variable(z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:8080"), {
  meaning: "where clients reach the gateway; addresses of files and of explained codes begin with it",
});
