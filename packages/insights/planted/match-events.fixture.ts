import { addDays } from '#domain/ranges/local-day.ts'
import type { Subject } from '../account/metric.ts'
import type { Insight } from '../registry.ts'
import type { PlantedEvent } from './plant-events.fixture.ts'

/** Days after an event in which an insight may still match it. */
const LATE_DAYS = 7
const PRICE_NEWS_DAYS = 70

const isAbout = (subject: Subject, kind: Subject['kind'], value: string): boolean =>
  subject.kind === kind && subject.kind !== 'account' && subject.value === value

const isInTime = ({ period }: Insight, { from, until, kind }: PlantedEvent): boolean => {
  const end = kind === 'priceChange' ? addDays(from, PRICE_NEWS_DAYS) : addDays(until, LATE_DAYS)
  return period.from < end && period.until > from
}

const isOfKind = (insight: Insight, event: PlantedEvent): boolean => {
  switch (event.kind) {
    case 'spike':
    case 'drop':
      return (
        insight.kind === 'anomaly' &&
        insight.direction === (event.kind === 'spike' ? 'up' : 'down') &&
        insight.metric !== 'cancellations' &&
        (insight.subject.kind === 'account' || isAbout(insight.subject, 'channel', event.channel))
      )
    case 'priceChange':
      return (
        insight.kind === 'priceChange' &&
        isAbout(insight.subject, 'product', event.sku) &&
        insight.direction === (event.factor > 1 ? 'up' : 'down')
      )
    case 'clubExodus':
      return (
        insight.kind === 'anomaly' &&
        insight.metric === 'cancellations' &&
        insight.direction === 'up' &&
        isAbout(insight.subject, 'club', event.club)
      )
    case 'stockOut':
      return (
        isAbout(insight.subject, 'product', event.sku) &&
        (insight.kind === 'stoppedSelling' || (insight.kind === 'anomaly' && insight.direction === 'down'))
      )
    case 'dataFault': {
      if (insight.kind !== 'dataProblem') return false
      if (event.fault === 'quiet') {
        return insight.problem === 'sourceQuiet' && isAbout(insight.subject, 'channel', event.channel)
      }
      return insight.problem === (event.fault === 'missing' ? 'daysMissing' : 'duplicates')
    }
  }
}

/** Whether the insight matches the event by kind, subject, direction and days. */
export const matchesEvent = (insight: Insight, event: PlantedEvent): boolean =>
  isInTime(insight, event) && isOfKind(insight, event)
