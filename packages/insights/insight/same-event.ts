import { diffDays } from '#domain/ranges/local-day.ts'
import { isSameSubject } from '../account/subject.ts'
import type { DayRange } from '../series/series.ts'
import type { EventInsight } from './insight.ts'

/** Days after which the same turn of the same subject is told anew. */
const TOLD_FOR: Readonly<Record<EventInsight['kind'], number>> = {
  anomaly: 28,
  priceChange: 112,
  stoppedSelling: 56,
  dataProblem: 7,
}

const daysBetween = (a: DayRange, b: DayRange): number => Math.max(diffDays(a.until, b.from), diffDays(b.until, a.from))

const directionOf = (insight: EventInsight): string => ('direction' in insight ? insight.direction : '')

/** True when `next` tells of what `told` told already: an event that goes on is one insight, not one a day. */
export const isSameEvent = (told: EventInsight, next: EventInsight): boolean => {
  if (told.kind !== next.kind || directionOf(told) !== directionOf(next)) return false
  if (daysBetween(told.period, next.period) > TOLD_FOR[told.kind]) return false
  if (isSameSubject(told.subject, next.subject)) return true
  if (told.kind !== 'anomaly' || next.kind !== 'anomaly') return false
  const isAmong = told.also.some(({ subject }) => isSameSubject(subject, next.subject))
  return isAmong && told.period.from < next.period.until && next.period.from < told.period.until
}
