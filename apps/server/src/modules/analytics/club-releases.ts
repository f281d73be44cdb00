import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { type Release, releasePairs } from '#domain/ranges/release-pairs.ts'
import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import { ALL_DATA, type Cell, type QuerySession, withConsistentVersion } from './query-session.ts'

const COLUMNS = ['releaseName', 'clubName', 'releaseDay', 'processed'] as const

const toRelease = ([name, clubName, day, processed]: readonly Cell[]): Release[] =>
  typeof day === 'string'
    ? [
        {
          name: typeof name === 'string' ? name : 'Release',
          clubName: typeof clubName === 'string' ? clubName : null,
          day,
          processed: Number(processed ?? 0),
        },
      ]
    : []

const readReleases = async (session: QuerySession): Promise<Release[]> => {
  const rows = await session.rows({
    reportType: 'ClubReleases',
    columns: COLUMNS.map((columnId) => ({ columnId, aggregation: 'None' })),
    grain: 'records',
    ...ALL_DATA,
  })
  return rows.flatMap(toRelease)
}

/** The account's club releases, of every club. */
export const readClubReleases = (deps: Deps, settings: AnalyticsSettings): Promise<Release[]> =>
  withConsistentVersion(deps, settings, ({ openSession }) => readReleases(openSession()))

/** The settings with the account's club releases where a comparison needs them. */
export const withReleases = async (
  deps: Deps,
  settings: AnalyticsSettings,
  mode: CompareMode | null,
): Promise<AnalyticsSettings> => {
  if (mode !== 'sameRelease') return settings
  const releases = await readClubReleases(deps, settings)
  return { ...settings, calendar: { ...settings.calendar, releases: releasePairs(releases) } }
}
