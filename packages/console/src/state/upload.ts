import { RefusedError } from "@emissions/client";
import type { SignedIn } from "./context.ts";

/** The time for a whole upload. */
const UPLOAD_MS_MAX = 300_000;
/** The limit of the service. A larger file need not be sent to be refused. */
export const FILE_BYTES_MAX = 25 * 1024 * 1024;

interface Upload {
  signedIn: SignedIn;
  /** The id of the operation, for its refusal. */
  operation: string;
  path: string;
  form: FormData;
  /** The part of the bytes that was sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends a form with a file. `fetch` cannot tell how far an upload is. The answers have no decimals. */
export function upload<T>({ signedIn, operation, path, form, onProgress }: Upload): Promise<T> {
  const request = new XMLHttpRequest();
  request.open("POST", path);
  request.timeout = UPLOAD_MS_MAX;
  request.setRequestHeader("authorization", `Bearer ${signedIn.token}`);
  request.setRequestHeader("x-organization-id", signedIn.organizationId);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  return new Promise((resolve, reject) => {
    const lost = () => reject(new TypeError("The upload had no answer"));
    request.onerror = lost;
    request.ontimeout = lost;
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText));
      else
        reject(new RefusedError(operation, new Response(null, { status, headers: headersOf(request) }), responseText));
    };
    request.send(form);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const name of ["retry-after", "x-request-id"]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
