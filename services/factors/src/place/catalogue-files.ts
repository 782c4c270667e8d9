/** Folder of the files of places, relative to the catalogue. */
const PLACES = new URL("../../catalog/places/", import.meta.url);

export const placeFile = (name: string): URL => new URL(name, PLACES);

/** Reads on the first use, once per process. The files change only with a release. A failed read is tried again. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}
