import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { Token } from '../text/token.ts'
import { matchLength, matchOne } from './days/match-phrase.ts'
import type { AskCalendar, NamedRelease } from './days/read-point.ts'
import { countAt } from './days/read-relative.ts'
import type { Reading, Tag } from './tag.ts'

const ARTICLE = 'the, our, this'
const KIND = 'club, wine club, wine'
const RELEASE = `release, releases, shipment, shipments, club run, club runs, allocation, allocations, run, runs, processing, round of shipments`

/** Clubs of one release are processed on different days. */
const SAME_DAYS = 21

/** Releases by what is one for the members: those within some days of each other, earliest first. */
const runsOf = (releases: readonly NamedRelease[]): (readonly NamedRelease[])[] => {
  const runs: NamedRelease[][] = []
  for (const release of releases.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const run = runs.at(-1)
    const start = run?.[0]?.day
    if (run !== undefined && start !== undefined && release.day < addDays(start, SAME_DAYS)) run.push(release)
    else runs.push([release])
  }
  return runs
}

const releaseNamesTag = (runs: readonly (readonly NamedRelease[])[]): Tag => ({
  kind: 'value',
  choices: [{ columnId: 'releaseName', values: [...new Set(runs.flat().map(({ name }) => name))] }],
})

/** Likelier than the words by themselves. */
const COST = -1.5

const pick = (
  tokens: readonly Token[],
  at: number,
  calendar: AskCalendar,
): { readonly runs: (readonly NamedRelease[])[]; readonly length: number } | null => {
  const the = matchLength(tokens, at, ARTICLE)
  const which = matchOne<'last' | 'next' | 'before'>(tokens, at + the, [
    ['last', 'last, latest, most recent, newest, previous, past, current, recent'],
    ['next', 'next, upcoming, coming'],
    ['before', 'second to last, next to last'],
  ])
  if (which === null) return null
  const counted = countAt(tokens, at + the + which.length)
  const kindAt = at + the + which.length + counted.length
  const kind = matchLength(tokens, kindAt, KIND)
  const noun = matchLength(tokens, kindAt + kind, RELEASE)
  if (noun === 0) return null
  const after = kindAt + kind + noun
  const all = runsOf(calendar.clubReleases ?? [])
  const past = all.filter((run) => (run[0]?.day ?? '') <= calendar.today)
  const ahead = all.filter((run) => (run[0]?.day ?? '') > calendar.today)
  const count = counted.value ?? 1
  const runs =
    which.value === 'next' ? ahead.slice(0, count) : which.value === 'before' ? past.slice(-2, -1) : past.slice(-count)
  return { runs, length: after - at }
}

const nameWords = (name: string): readonly string[] => name.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** Words of a name with "release" among them. */
const MOST_NAMED = 6

/** "spring release 2026", "the 2026 spring shipment": the release with all these words in its name, the latest of several. */
const pickNamed = (tokens: readonly Token[], at: number, calendar: AskCalendar): ReturnType<typeof pick> => {
  const the = matchLength(tokens, at, ARTICLE)
  const words: string[] = []
  let [isNamed, best]: [boolean, ReturnType<typeof pick>] = [false, null]
  for (let index = at + the; index < tokens.length && words.length < MOST_NAMED; ) {
    const noun: number = isNamed ? 0 : matchLength(tokens, index, RELEASE)
    if (noun === 0) words.push(tokens[index]?.text ?? '')
    isNamed ||= noun > 0
    index += Math.max(noun, 1)
    const held = runsOf(calendar.clubReleases ?? []).filter((run) =>
      run.some(({ name }) => words.every((word) => nameWords(name).includes(word))),
    )
    if (held.length === 0) break
    const past = held.filter((run) => (run[0]?.day ?? '') <= calendar.today)
    if (isNamed && words.length > 0) best = { runs: (past.length > 0 ? past : held).slice(-1), length: index - at }
  }
  return best
}

/** "the last release", "the last three shipments", "release before last" by their names, where the account's releases are known. */
export const readRelease = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] => {
  const found = pick(tokens, at, calendar) ?? pickBeforeLast(tokens, at, calendar) ?? pickNamed(tokens, at, calendar)
  if (found === null) return []
  const { runs, length } = found
  const isNext = matchLength(tokens, at, 'next, upcoming, coming, the next, the upcoming, our next') > 0
  if (runs.length === 0 || calendar.clubReleases === undefined) {
    if (calendar.clubReleases === undefined && !isNext) return []
    const reason = isNext ? 'No release after today is in the data.' : 'No release up to today is in the data.'
    return [{ tags: [{ kind: 'unsupported', reason }], length, cost: COST }]
  }
  const group: Tag[] = runs.length > 1 ? [{ kind: 'key', key: 'versus' }] : []
  return [{ tags: [...withWhen(tokens, at), ...group, releaseNamesTag(runs)], length, cost: COST }]
}

/** "When is the next release": the release itself, with its date. */
const withWhen = (tokens: readonly Token[], at: number): Tag[] =>
  tokens[0]?.text === 'when' && tokens.length - at <= 5
    ? [
        { kind: 'key', key: 'which' },
        { kind: 'noun', noun: 'release', isPlural: false },
      ]
    : []

const pickBeforeLast = (tokens: readonly Token[], at: number, calendar: AskCalendar) => {
  const length = matchLength(
    tokens,
    at,
    'release before last, the release before last, shipment before last, the shipment before last, the one before the last release',
  )
  const past = runsOf(calendar.clubReleases ?? []).filter((run) => (run[0]?.day ?? '') <= calendar.today)
  return length === 0 ? null : { runs: past.slice(-2, -1), length }
}

/** The day of a release named at a position, for "since the spring release"; the latest of several. */
export const releaseDayAt = (
  tokens: readonly Token[],
  at: number,
  calendar: AskCalendar,
): { readonly day: LocalDay; readonly length: number } | null => {
  const the = matchLength(tokens, at, ARTICLE)
  const relative = pick(tokens, at, calendar)
  const first = relative?.runs.flat()[0]
  if (relative !== null && first !== undefined) return { day: first.day, length: relative.length }
  const words: string[] = []
  for (let index = at + the; index < tokens.length && words.length < 5; index += 1) {
    const noun = matchLength(tokens, index, RELEASE)
    if (noun > 0 && words.length > 0) {
      const named = (calendar.clubReleases ?? [])
        .filter(({ name, day }) => day <= calendar.today && words.every((word) => nameWords(name).includes(word)))
        .toSorted((a, b) => (a.day < b.day ? 1 : -1))[0]
      return named === undefined ? null : { day: named.day, length: index + noun - at }
    }
    words.push(tokens[index]?.text ?? '')
  }
  return null
}
