import { hash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import { withConsistentVersion } from './consistent-version.ts'
import type { QuerySession } from './query-session.ts'

export interface CachedResult {
  /** JSON of the result */
  readonly bytes: Uint8Array
  /** names account, rows, definitions and query: equal etags mean equal bytes */
  readonly etag: string
  /** when the rows were last brought up to date; null before the first load */
  readonly asOf: string | null
}

interface ResultRequest {
  readonly settings: AnalyticsSettings
  /** everything about the query that the result depends on, dates resolved */
  readonly query: unknown
  readonly signal: AbortSignal
  /** the caller's etag; nothing is computed when it is still current */
  readonly knownEtag?: string | undefined
}

/**
 * The result of a query on the current data, from the cache if possible. Null when `knownEtag` is still current.
 * All of a result is computed at one data version.
 */
export const getCachedResult = <T>(
  { warehouse, results }: Pick<Deps, 'warehouse' | 'results'>,
  { settings, query, signal, knownEtag }: ResultRequest,
  compute: (session: QuerySession) => Promise<T>,
): Promise<CachedResult | null> =>
  withConsistentVersion({ warehouse }, settings, async ({ dataVersion, asOf, openSession }) => {
    const key = {
      accountId: settings.accountId,
      dataVersion,
      definitionsVersion: settings.definitionsVersion,
      timeZone: settings.timeZone,
      query: JSON.stringify([settings.calendar.today, query]),
    }
    const etag = hash('sha1', JSON.stringify(key), 'base64url')
    if (etag === knownEtag) return null
    // Callers that ask for the same result share one computation, which is aborted when all of them have left.
    const computeBytes = async (shared: AbortSignal) => {
      const value = await compute(openSession(shared))
      return { bytes: Buffer.from(JSON.stringify(value)), dataVersion }
    }
    const { bytes } = await results.getOrCompute(key, computeBytes, signal)
    return { bytes, etag, asOf }
  })

/** Adds fields to a JSON object that is stored as bytes. */
export const withFields = (bytes: Uint8Array, fields: Readonly<Record<string, unknown>>): Buffer => {
  const added = JSON.stringify(fields).slice(1)
  const isEmpty = bytes.length <= 2
  return Buffer.concat([bytes.subarray(0, -1), Buffer.from(isEmpty ? added : `,${added}`)])
}
