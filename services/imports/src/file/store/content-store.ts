/** Identifies the content of a file in a store. */
export interface ContentKey {
  org: string;
  id: string;
}

export interface NewContent extends ContentKey {
  bytes: Uint8Array;
  /** In lower-case hexadecimal. */
  sha256: string;
}

/** A store for the contents of finished files, outside the database. A content never changes. */
export interface ContentStore {
  /** Writes the whole content. A repeat has no further effect. */
  put(content: NewContent): Promise<void>;
  /** Reads exactly this many bytes. Refuses as unavailable if the store does not answer with them. */
  read(key: ContentKey, range: { position: number; bytes: number }): Promise<Uint8Array>;
  /** Deletes the content. Succeeds if it does not exist. */
  delete(key: ContentKey): Promise<void>;
}
