import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { Token } from '../text/token.ts'
import { count } from './days/holes.ts'
import { matchLength } from './match-phrase.ts'
import { withFullYear } from './numbers.ts'
import { type AskCalendar, anyOf, type Hole, type NamedRelease, oneOf, patternsOf } from './pattern.ts'
import { nounTag, type Reading, type Tag } from './tag.ts'

const ARTICLE = 'the, our, this'
const RELEASE =
  'release, releases, shipment, shipments, club run, club runs, allocation, allocations, run, runs, processing, round of shipments'

/** Clubs of one release are processed on different days. */
const SAME_DAYS = 21

type Run = readonly NamedRelease[]

/** Releases by what is one for the members: those within some days of each other, earliest first. */
const runsOf = ({ clubReleases = [] }: AskCalendar): Run[] => {
  const runs: NamedRelease[][] = []
  for (const release of clubReleases.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const run = runs.at(-1)
    const start = run?.[0]?.day
    if (run !== undefined && start !== undefined && release.day < addDays(start, SAME_DAYS)) run.push(release)
    else runs.push([release])
  }
  return runs
}

const isPast = (run: Run, { today }: AskCalendar): boolean => (run[0]?.day ?? '') <= today

interface Picked {
  readonly runs: readonly Run[]
  readonly isNext: boolean
}

const picked = patternsOf({
  the: anyOf(ARTICLE),
  which: oneOf([
    ['last', 'last, latest, most recent, newest, previous, past, current, recent'],
    ['next', 'next, upcoming, coming'],
    ['before', 'second to last, next to last'],
  ] as const),
  count,
  kind: anyOf('club, wine club, wine'),
  release: anyOf(RELEASE),
})

const byPosition = picked('{the?} {which} {count?} {kind?} {release}', (one, calendar): Picked => {
  const runs = runsOf(calendar)
  const past = runs.filter((run) => isPast(run, calendar))
  const size = one.count ?? 1
  if (one.which === 'next') return { runs: runs.slice(past.length, past.length + size), isNext: true }
  return { runs: one.which === 'before' ? past.slice(-2, -1) : past.slice(-size), isNext: false }
})

const beforeLast = picked('{the?} {release} before last', (_, calendar): Picked => {
  const past = runsOf(calendar).filter((run) => isPast(run, calendar))
  return { runs: past.slice(-2, -1), isNext: false }
})

const nameWords = (name: string): readonly string[] => name.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Words of a name with "release" among them. */
const MOST_NAMED = 6

/** Clubs release one season's wines within so many days. */
const SEASON_DAYS = 75

/** Of releases that are called the same, each club's latest, earliest first; those to come where none is past. */
const latestOfClubs = (releases: readonly NamedRelease[], { today }: AskCalendar): Run => {
  const past = releases.filter(({ day }) => day <= today)
  const byDay = (past.length > 0 ? past : releases).toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const last = byDay.at(-1)?.day ?? today
  return byDay.filter(({ clubName, day }) => {
    const later = byDay.findLast((other) => other.clubName === clubName)?.day ?? day
    return day > addDays(last, -SEASON_DAYS) && later < addDays(day, SAME_DAYS)
  })
}

/** "spring release 2026", "the 2026 spring shipment": the releases with all these words in their names, the latest of several. */
const byName: Hole<Picked> = (tokens, at, calendar) => {
  const { clubReleases = [] } = calendar
  const words: string[] = []
  let [isNamed, best]: [boolean, ReturnType<Hole<Picked>>] = [false, null]
  for (let index = at + matchLength(tokens, at, ARTICLE); index < tokens.length && words.length < MOST_NAMED; ) {
    const noun: number = isNamed ? 0 : matchLength(tokens, index, RELEASE)
    if (noun === 0) words.push(withFullYear(tokens[index]?.text ?? ''))
    isNamed ||= noun > 0
    index += Math.max(noun, 1)
    const holding = clubReleases.filter(({ name }) => words.every((word) => nameWords(name).includes(word)))
    if (holding.length === 0) break
    if (isNamed && words.length > 0)
      best = { value: { runs: [latestOfClubs(holding, calendar)], isNext: false }, length: index - at }
  }
  return best
}

const pick: Hole<Picked> = (tokens, at, calendar) =>
  byPosition(tokens, at, calendar) ?? beforeLast(tokens, at, calendar) ?? byName(tokens, at, calendar)

/** Likelier than the words by themselves. */
const COST = -1.5

/** "When is the next release": the release itself, with its date. */
const whenTags = (tokens: readonly Token[], at: number): Tag[] =>
  tokens[0]?.text === 'when' && tokens.length - at <= 5 ? [{ kind: 'key', key: 'which' }, nounTag('release')] : []

/** "the last release", "the last three shipments", "release before last" by their names, where the account's releases are known. */
export const readRelease = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] => {
  const found = pick(tokens, at, calendar)
  if (found === null) return []
  const { length, value } = found
  const { runs, isNext } = value
  if (calendar.clubReleases === undefined && !isNext) return []
  if (runs.length === 0) {
    const reason = `No release ${isNext ? 'after' : 'up to'} today is in the data.`
    return [{ tags: [{ kind: 'unsupported', reason }], length, cost: COST }]
  }
  const values = [...new Set(runs.flat().map(({ name }) => name))]
  const group: Tag[] = runs.length > 1 ? [{ kind: 'key', key: 'versus' }] : []
  const named: Tag = { kind: 'value', choices: [{ columnId: 'releaseName', values }] }
  return [{ tags: [...whenTags(tokens, at), ...group, named], length, cost: COST }]
}

/** The day of a release named at a position, for "since the spring release". */
export const releaseDay: Hole<LocalDay> = (tokens, at, calendar) => {
  const found = pick(tokens, at, calendar)
  const day = found?.value.runs[0]?.[0]?.day
  return found === null || day === undefined ? null : { value: day, length: found.length }
}

/** The latest release up to today that has all the words in its name: "the fall" one; null without any. */
export const releaseNamed = (text: string, calendar: AskCalendar): NamedRelease | null => {
  const words = nameWords(text).filter((word) => word !== 'the' && word !== '')
  const named = (calendar.clubReleases ?? []).filter(({ name }) =>
    words.every((word) => nameWords(name).includes(word)),
  )
  return named.filter(({ day }) => day <= calendar.today).toSorted((a, b) => (a.day < b.day ? 1 : -1))[0] ?? null
}
