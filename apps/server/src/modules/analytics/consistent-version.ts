import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import { QuerySession, StaleVersionError } from './query-session.ts'

const MAX_TRIES = 5

/** One version of an account's data. */
export interface DataSnapshot {
  readonly dataVersion: number
  /** when the rows were last brought up to date; null before the first load */
  readonly asOf: string | null
  /** runs statements that fail with `StaleVersionError` once a load has replaced this version */
  openSession(signal: AbortSignal): QuerySession
}

/**
 * Runs work whose statements must all read the same data version, and repeats it when a load changed the data meanwhile.
 *
 * @throws Failure `warehouse.busy` when the rows have moved to another time zone since the question's dates were resolved
 */
export const withConsistentVersion = async <Result>(
  { warehouse }: Pick<Deps, 'warehouse'>,
  settings: AnalyticsSettings,
  work: (snapshot: DataSnapshot) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    const { dataVersion, loadedAt, timeZone } = await warehouse.status(settings.accountId)
    assertTimeZoneUnchanged(settings, timeZone)
    try {
      return await work({
        dataVersion,
        asOf: loadedAt === null ? null : new Date(loadedAt).toISOString(),
        openSession: (signal) => new QuerySession(warehouse, settings, dataVersion, signal),
      })
    } catch (error) {
      if (!(error instanceof StaleVersionError) || attempt === MAX_TRIES) throw error
    }
  }
}

const assertTimeZoneUnchanged = ({ timeZone }: AnalyticsSettings, zoneOfRows: string | undefined): void => {
  if (zoneOfRows !== undefined && zoneOfRows !== timeZone) throw fail('warehouse.busy', { retryAfter: 1 })
}
