import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { byLine, RELEASE_LINES } from '#domain/release-lines.ts'
import type { ClubReleases, ClubYear, ListedRelease, ReleaseInput } from '#insights/insight/inputs.ts'
import type { FinishedRelease } from '#insights/release-plan/expect-release.ts'
import { nextReleaseDay } from '#insights/release-plan/next-release-day.ts'
import type { Filter } from '#semantic/query.ts'
import { type HistoryReader, historyQuery } from './history-reader.ts'

const YEAR = 365
/** Releases due within these days are forecast. */
const SOON_DAYS = 45
const FEWEST = 3

/** Club sales of the last year, and the members at its end. */
export const readClubYear = async ({ session, range, minorUnits }: HistoryReader): Promise<ClubYear> => {
  const days = { from: addDays(range.until, -YEAR), until: range.until }
  const [sales, members] = await Promise.all([
    session.rows(
      historyQuery({
        reportType: 'Orders',
        columns: ['netSales'],
        groupBy: [],
        days: { ...days, of: 'orderDate' },
        filter: { columnId: 'channel', comparison: 'Equal', value: 'club' },
      }),
    ),
    session.rows(
      historyQuery({
        reportType: 'Memberships',
        columns: ['activeMembers'],
        groupBy: [],
        days: { ...days, of: 'signupDate' },
      }),
    ),
  ])
  return {
    ...days,
    sales: Math.round(Number(sales[0]?.[0] ?? 0) * minorUnits),
    members: Number(members[0]?.[0] ?? 0),
  }
}

interface KnownRelease extends FinishedRelease {
  readonly club: string
}

const listedOf = ({ releaseId, day }: KnownRelease): ListedRelease => ({ releaseId, day })

const nextOf = (
  past: readonly KnownRelease[],
  coming: readonly KnownRelease[],
  { today, members }: { readonly today: LocalDay; readonly members: number },
): ReleaseInput['next'] | null => {
  const [planned] = coming
  if (planned !== undefined && planned.members > 0) {
    return { day: planned.day, members: planned.members, listed: listedOf(planned) }
  }
  if (past.length < FEWEST) return null
  const day = nextReleaseDay(past.map((release) => release.day))
  return day !== null && day > today ? { day, members, listed: null } : null
}

interface Releases {
  /** of clubs whose next release is planned, or expected from the interval of earlier ones, within the next weeks */
  readonly releases: readonly ReleaseInput[]
  readonly finishedReleases: readonly ClubReleases[]
}

export const NO_RELEASES: Releases = { releases: [], finishedReleases: [] }

/** Members of each club today, those on hold included. */
const readMembersByClub = async (session: HistoryReader['session']): Promise<Map<string, number>> => {
  const rows = await session.rows(
    historyQuery({
      reportType: 'Memberships',
      columns: ['clubName', 'memberCount'],
      groupBy: ['clubName'],
      filter: { columnId: 'standing', comparison: 'NotEqual', value: 'cancelled' },
    }),
  )
  return new Map(rows.map(([club, members]) => [String(club), Number(members)]))
}

/** Releases by day, those ahead included. Several of one day are one after the other. */
export const listReleases = async (
  { session, minorUnits }: Pick<HistoryReader, 'session' | 'minorUnits'>,
  filter: Filter | null = null,
): Promise<KnownRelease[]> => {
  const columns = ['releaseId', 'clubName', 'releaseDay', 'membersEligible', ...RELEASE_LINES]
  const rows = await session.rows(historyQuery({ reportType: 'ClubReleases', columns, filter }))
  return rows
    .flatMap(([id, club, day, members, ...amounts]): KnownRelease[] => {
      if (typeof club !== 'string' || typeof day !== 'string') return []
      const lines = byLine((line) => Number(amounts[RELEASE_LINES.indexOf(line)] ?? 0))
      const netSales = Math.round(lines.netSales * minorUnits)
      return [{ releaseId: String(id), club, day, members: Number(members ?? 0), ...lines, netSales }]
    })
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.releaseId.localeCompare(b.releaseId))
}

/** The releases of each club, and those that come next. */
export const readReleases = async (reader: HistoryReader): Promise<Releases> => {
  const { today } = reader.calendar
  const byClub = Map.groupBy(await listReleases(reader), ({ club }) => club)
  const members = await readMembersByClub(reader.session)
  const finishedReleases = [...byClub].map(([club, all]) => ({ club, releases: all.filter(({ day }) => day < today) }))
  const coming = [...byClub].flatMap(([club, all]) => {
    const past = all.filter(({ day }) => day < today)
    const next = nextOf(
      past,
      all.filter(({ day }) => day >= today),
      { today, members: members.get(club) ?? 0 },
    )
    return next === null || diffDays(today, next.day) > SOON_DAYS ? [] : [{ club, past, next }]
  })
  return { releases: coming, finishedReleases }
}
