import type { AccountHistory } from '../account/history.ts'
import { createContext } from '../find-insights.ts'
import type { AnalysisInput } from '../insight/inputs.ts'
import { INSIGHT_KINDS, type Insight } from '../registry.ts'
import type { ScoredSubject } from '../scoring/scored-account.ts'

const PERIOD = { from: '', until: '' }

const UNKNOWN_PACE = { reserved: 0, promised: 0, promisedByHand: 0, selling: null }

const NO_INPUT = {
  signups: [],
  members: [],
  customers: [],
  clubYear: { ...PERIOD, sales: 0, members: 0 },
  releases: [],
  finishedReleases: [],
  discounts: [],
  teamWeek: null,
  conversions: [],
  changes: [],
  goals: [],
  country: 'US',
}

type TestOptions = Pick<AnalysisInput, 'testRange' | 'sensitivity'>

/** The events of a range of days of a history. Scores may be passed to test many ranges of one history. */
export const findEvents = (
  { history, ...tested }: TestOptions & { readonly history: AccountHistory },
  scored?: readonly ScoredSubject[],
): Insight[] => {
  const input: AnalysisInput = {
    ...NO_INPUT,
    ...tested,
    range: history,
    calendar: { ...history.calendar, today: history.until },
    series: history.series,
    duplicates: history.duplicates,
    stock: (history.stock ?? []).map((level) => ({
      ...level,
      onHand: level.available,
      free: level.available,
      ...UNKNOWN_PACE,
    })),
  }
  const context = createContext(history, tested, scored ? { scored } : {})
  return INSIGHT_KINDS.filter(({ continuesForDays }) => continuesForDays !== undefined).flatMap(
    (definition): readonly Insight[] => definition.detect(input, context),
  )
}
