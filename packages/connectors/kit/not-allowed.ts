import type { StreamState, SyncPage } from './connector.ts'

/**
 * The only page of a stream that the credentials may not read. Rows loaded earlier stay: a quarantined record without an ID may be any
 * of them.
 */
export const notAllowedPage = (reason: string, next: StreamState = {}): SyncPage => ({
  read: 1,
  rows: [],
  removed: [],
  quarantined: [{ sourceId: null, field: null, reason }],
  total: null,
  next,
})
