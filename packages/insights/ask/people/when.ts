import { bucketsIn } from '#domain/ranges/period.ts'
import { fixedRangeText, PERIOD_GRAINS } from '#domain/ranges/relative-range.ts'
import type { AskCalendar } from '../tag/pattern.ts'
import { releaseNamed } from '../tag/read-release.ts'
import type { Clause } from './clauses.ts'
import type { DeedFilter } from './deeds.ts'

type When = Clause['days'][number]

/** Of "the past six months" and "the last six months", the days to today. */
const isUpToNow = ({ days, words }: Extract<When, { kind: 'days' }>): boolean =>
  (days.named === null && !/ago$/i.test(words)) || /past|\bthe last\b/i.test(words)

/** Half-open; a missing side is open. What did not happen in the last six months did not happen since their first day. */
export const rangeOf = (tag: When, isNegated: boolean): string => {
  if (tag.kind === 'span') return `${tag.since}/`
  if (tag.kind === 'limit')
    return tag.comparison.startsWith('Greater') && !isNegated ? `/${tag.since}` : `${tag.since}/`
  if (tag.part === 'before') return `/${tag.days.until}`
  const since = (isNegated ? tag.notSince : undefined) ?? tag.since
  if (since !== undefined && (isNegated || isUpToNow(tag))) return `${since}/`
  return tag.days.named ?? fixedRangeText(tag.days)
}

/** "in 2023, 2024 and 2025" is in each of them. */
export const withPeriods = (clause: Clause, calendar: AskCalendar): Clause => {
  const days = clause.days.flatMap((one): readonly When[] => {
    const grain = one.kind === 'days' ? PERIOD_GRAINS.find((name) => name === one.grain?.toLowerCase()) : undefined
    if (one.kind !== 'days' || grain === undefined) return [one]
    const starts = bucketsIn(one.days, grain, calendar)
    return starts.map((from, at) => ({
      ...one,
      days: { from, until: starts[at + 1] ?? one.days.until, named: null },
    }))
  })
  return { ...clause, days }
}

/** "skipped the fall and the spring shipment": seasons that are names of releases. */
export const withReleases = (clause: Clause, calendar: AskCalendar): Clause => {
  const named = clause.days.flatMap((one) => releaseNamed(one.words, calendar)?.name ?? [])
  const filters = named.map((value): DeedFilter => ({ columnId: 'releaseName', comparison: 'Equal', value }))
  const days = clause.days.filter((one) => releaseNamed(one.words, calendar) === null)
  return { ...clause, filters: [...clause.filters, ...filters], days }
}

/** "Last summer but not this summer", once both are over: the last one is that of the year before. */
export const withLastYears = (clauses: readonly Clause[]): readonly Clause[] => {
  const all = clauses.flatMap(({ days }) => days)
  const isThis = (from: string) =>
    all.some((one) => one.kind === 'days' && one.days.from === from && /^this\b/i.test(one.words))
  const apart = (one: When): When =>
    one.kind === 'days' && one.yearBefore && /^last\b/i.test(one.words) && isThis(one.days.from)
      ? { ...one, days: one.yearBefore }
      : one
  return clauses.map((clause) => ({ ...clause, days: clause.days.map(apart) }))
}
