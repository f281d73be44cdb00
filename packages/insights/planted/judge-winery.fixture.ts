import { addDays } from '#domain/ranges/local-day.ts'
import { isSameEvent } from '../find-insights.ts'
import type { Insight } from '../registry.ts'
import { scoreAccount } from '../scoring/scored-account.ts'
import { findEvents } from './find-events.fixture.ts'
import { liveWinery } from './live-winery.fixture.ts'
import { tellsOf } from './match-events.fixture.ts'
import { plantEvents } from './plant-events.fixture.ts'
import type { PlantedEvent } from './planted-event.fixture.ts'
import { isOwed } from './stated-size.fixture.ts'
import { planWinery } from './winery-plan.fixture.ts'

/** Two years of which the second is judged, week by week. */
const LIFE = { from: '2024-01-01', until: '2026-01-01' }
const JUDGED_FROM = '2025-01-06'
export const JUDGED_MONTHS = 12

export interface Verdict {
  readonly seed: number
  readonly owed: readonly { readonly event: PlantedEvent; readonly isFound: boolean }[]
  /** everything told, each event once */
  readonly told: readonly { readonly insight: Insight; readonly isTrue: boolean }[]
}

/** Everything that is told over the judged year; what goes on is told once. */
const listen = (history: ReturnType<typeof liveWinery>): Insight[] => {
  const account = scoreAccount(history)
  const told: Insight[] = []
  const latest: Insight[] = []
  for (let until = addDays(JUDGED_FROM, 7); until <= LIFE.until; until = addDays(until, 7)) {
    const judged = { from: addDays(until, -7), until }
    for (const insight of findEvents({ history, judged, sensitivity: 'balanced' }, account)) {
      const known = latest.findIndex((earlier) => isSameEvent(earlier, insight))
      if (known === -1) told.push(insight)
      if (known === -1) latest.push(insight)
      else latest[known] = insight
    }
  }
  return told
}

/** A made-up winery with its events, or without any, and what the detectors made of it. */
export const judgeWinery = (seed: number, hasEvents: boolean): Verdict => {
  const plan = planWinery(seed)
  const events = hasEvents ? plantEvents(plan, seed + 50_000, '2025-01-13', LIFE.until) : []
  const told = listen(liveWinery(plan, LIFE, { seed: seed + 100_000, events }))
  return {
    seed,
    owed: events
      .filter((event) => isOwed(plan, event))
      .map((event) => ({ event, isFound: told.some((insight) => tellsOf(insight, event)) })),
    told: told.map((insight) => ({ insight, isTrue: events.some((event) => tellsOf(insight, event)) })),
  }
}
