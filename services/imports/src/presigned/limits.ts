/** A signed URL expires after this time. */
export const URL_LIFETIME_S = 15 * 60;
/** Files of one request. */
export const FILES_MAX = 100;
/** Registered files of one organization whose content has not arrived. */
export const PENDING_MAX = 500;
/** The sweep removes a registered file after its URL has expired for this long. An upload may still be running before. */
export const EXPIRED_S = 3_600;
export const MEDIA_TYPE_LENGTH_MAX = 255;
