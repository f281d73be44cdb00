import type { StreamState, SyncPage } from './connector.ts'
import { RequestRejected } from './platform-problems.ts'

/** The credentials lack a permission that this call needs. `message`: what can't be read without it, and its name. */
export class PermissionMissing extends RequestRejected {
  constructor(message: string) {
    super(message, 403)
  }
}

/** A sentence if a permission is missing; null: the error means something else. */
export const explainMissing = (error: unknown): string | null =>
  error instanceof PermissionMissing ? `${error.message}.` : null

/** What a call gives; `otherwise` where a permission for it is missing. */
export const ifAllowed = async <T, Other>(
  call: Promise<T>,
  otherwise: (reason: string) => Other,
): Promise<T | Other> => {
  try {
    return await call
  } catch (error) {
    const reason = explainMissing(error)
    if (reason === null) throw error
    return otherwise(reason)
  }
}

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
