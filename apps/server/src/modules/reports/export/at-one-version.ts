import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { demandZone } from '#server/modules/analytics/demand-zone.ts'
import { DataMoved, QuerySession } from '#server/modules/analytics/query-session.ts'

const MAX_TRIES = 5

export interface VersionedSession {
  readonly session: QuerySession
  readonly dataVersion: number
  /** when the rows were last brought up to date; null before the first load */
  readonly asOf: string | null
}

/** Runs what must see one data version; again when a load moved the data meanwhile. Nothing is kept for the next time. */
export const atOneVersion = async <Result>(
  { warehouse }: Pick<Deps, 'warehouse'>,
  settings: AnalyticsSettings,
  signal: AbortSignal,
  work: (view: VersionedSession) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    const { dataVersion, loadedAt, timeZone } = await warehouse.status(settings.accountId)
    demandZone(settings, timeZone)
    const session = new QuerySession(warehouse, settings, dataVersion, signal)
    try {
      return await work({ session, dataVersion, asOf: loadedAt === null ? null : new Date(loadedAt).toISOString() })
    } catch (error) {
      if (!(error instanceof DataMoved) || attempt === MAX_TRIES) throw error
    }
  }
}
