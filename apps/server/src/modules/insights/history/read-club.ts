import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { PastRelease, ReleaseInput } from '#insights/club/release-outlook.ts'
import { median } from '#insights/statistics/quantile.ts'
import { queryFor } from './history-queries.ts'
import type { HistoryReader } from './history-reader.ts'

const YEAR = 365
/** A release is foretold when it is due within these days. */
const SOON_DAYS = 45
const FEWEST = 3

/** Minor units that a membership brought in the last year. */
export const memberYearlyValue = async ({ session, range, minorUnits }: HistoryReader): Promise<number> => {
  const days = { from: addDays(range.until, -YEAR), until: range.until }
  const [sales, members] = await Promise.all([
    session.rows(
      queryFor({
        reportType: 'Orders',
        columns: ['netSales'],
        groupBy: [],
        days: { ...days, of: 'orderDate' },
        filter: { columnId: 'channel', comparison: 'Equal', value: 'club' },
      }),
    ),
    session.rows(
      queryFor({
        reportType: 'Memberships',
        columns: ['activeMembers'],
        groupBy: [],
      }),
    ),
  ])
  const active = Number(members[0]?.[0] ?? 0)
  return active > 0 ? Math.round((Number(sales[0]?.[0] ?? 0) * minorUnits) / active) : 0
}

interface KnownRelease extends PastRelease {
  readonly club: string
}

const nextOf = (
  past: readonly PastRelease[],
  coming: readonly PastRelease[],
  today: LocalDay,
): ReleaseInput['next'] | null => {
  const [planned] = coming
  const last = past.at(-1)
  if (planned !== undefined && planned.members > 0) return { day: planned.day, members: planned.members }
  if (last === undefined || past.length < FEWEST) return null
  const pauses = past.slice(1).map(({ day }, at) => diffDays(past[at]?.day ?? day, day))
  const day = addDays(last.day, Math.round(median(pauses)))
  return day > today ? { day, members: last.members } : null
}

/** Clubs whose next release is planned, or due by the rhythm of those before, within the next weeks. */
export const readReleases = async ({ session, calendar, minorUnits }: HistoryReader): Promise<ReleaseInput[]> => {
  const rows = await session.rows(
    queryFor({
      reportType: 'ClubReleases',
      columns: ['releaseId', 'clubName', 'releaseDate', 'membersEligible', 'processed', 'netSales'],
    }),
  )
  const releases = rows.flatMap(([, club, date, members, processed, sales]): KnownRelease[] =>
    typeof club === 'string' && typeof date === 'string'
      ? [
          {
            club,
            day: date.slice(0, 10),
            members: Number(members ?? 0),
            processed: Number(processed ?? 0),
            netSales: Math.round(Number(sales ?? 0) * minorUnits),
          },
        ]
      : [],
  )
  const { today } = calendar
  const byClub = Map.groupBy(
    releases.toSorted((a, b) => a.day.localeCompare(b.day)),
    ({ club }) => club,
  )
  return [...byClub].flatMap(([club, all]) => {
    const past = all.filter(({ day }) => day < today)
    const next = nextOf(
      past,
      all.filter(({ day }) => day >= today),
      today,
    )
    return next === null || diffDays(today, next.day) > SOON_DAYS ? [] : [{ club, past, next }]
  })
}
