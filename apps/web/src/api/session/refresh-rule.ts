/** Seconds before its end at which an access token is exchanged. */
export const REFRESH_MARGIN = 10 * 60

/** Whether a token that ends at `expires` (seconds since epoch, null when unknown) must be exchanged at `nowMs`. */
export const needsRefresh = (expires: number | null, nowMs: number): boolean =>
  expires === null || expires <= 0 || expires - nowMs / 1000 <= REFRESH_MARGIN
