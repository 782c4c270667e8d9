import type { Client } from "@grpc/grpc-js";

const METHOD = "/grpc.health.v1.Health/Check";
const TIMEOUT_MS = 1_500;
/** The request without the name of a service: it is about the whole process. */
const EMPTY = Buffer.alloc(0);

const bytes = (value: Buffer) => value;

/**
 * Resolves when a process answers the health check of gRPC in time. Any status will do: one that stops still serves.
 * Rejects if no process can be reached.
 */
export const checkHealth = (client: Client): Promise<void> =>
  new Promise((resolve, reject) => {
    const deadline = Date.now() + TIMEOUT_MS;
    client.makeUnaryRequest(METHOD, bytes, bytes, EMPTY, { deadline }, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
