import { addDays } from '#domain/ranges/local-day.ts'
import { isSameEvent } from '../find-insights.ts'
import type { Insight } from '../registry.ts'
import { scoreAccount } from '../scoring/scored-account.ts'
import { findEvents } from './find-events.fixture.ts'
import { matchesEvent } from './match-events.fixture.ts'
import type { PlantedEvent } from './plant-events.fixture.ts'
import { plantEvents } from './plant-events.fixture.ts'
import { simulateWinery } from './simulate-winery.fixture.ts'
import { isOwed } from './stated-size.fixture.ts'
import { planWinery } from './winery-plan.fixture.ts'

/** Two years, the second of which is tested week by week. */
const LIFE = { from: '2024-01-01', until: '2026-01-01' }
const TESTED_FROM = '2025-01-06'
export const TESTED_MONTHS = 12

export interface WineryScore {
  readonly seed: number
  readonly owed: readonly { readonly event: PlantedEvent; readonly isFound: boolean }[]
  /** all insights, each event once */
  readonly reported: readonly { readonly insight: Insight; readonly isTrue: boolean }[]
}

/** All insights over the tested year; continued events count once. */
const detectOverYear = (history: ReturnType<typeof simulateWinery>): Insight[] => {
  const account = scoreAccount(history)
  const reported: Insight[] = []
  const latest: Insight[] = []
  for (let until = addDays(TESTED_FROM, 7); until <= LIFE.until; until = addDays(until, 7)) {
    const testRange = { from: addDays(until, -7), until }
    for (const insight of findEvents({ history, testRange, sensitivity: 'balanced' }, account)) {
      const known = latest.findIndex((earlier) => isSameEvent(earlier, insight))
      if (known === -1) reported.push(insight)
      if (known === -1) latest.push(insight)
      else latest[known] = insight
    }
  }
  return reported
}

/** Scores a simulated winery with or without events. */
export const scoreWinery = (seed: number, hasEvents: boolean): WineryScore => {
  const plan = planWinery(seed)
  const events = hasEvents ? plantEvents(plan, seed + 50_000, '2025-01-13', LIFE.until) : []
  const reported = detectOverYear(simulateWinery(plan, LIFE, { seed: seed + 100_000, events }))
  return {
    seed,
    owed: events
      .filter((event) => isOwed(plan, event))
      .map((event) => ({ event, isFound: reported.some((insight) => matchesEvent(insight, event)) })),
    reported: reported.map((insight) => ({ insight, isTrue: events.some((event) => matchesEvent(insight, event)) })),
  }
}
