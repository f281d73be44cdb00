import { PLANTED_KINDS, type PlantedKind } from './plant-events.fixture.ts'
import { TESTED_MONTHS, type WineryScore } from './score-winery.fixture.ts'

interface KindTally {
  readonly kind: PlantedKind
  readonly owed: number
  readonly found: number
}

interface ReportedTally {
  readonly kind: string
  readonly reported: number
  readonly right: number
}

export interface Tally {
  readonly kinds: readonly KindTally[]
  /** by kind of insight */
  readonly reported: readonly ReportedTally[]
  /** found ÷ expected, over all kinds */
  readonly recall: number
  /** false insights per account and month */
  readonly falseAMonth: number
}

const count = <T>(items: readonly T[], is: (item: T) => boolean): number => items.filter(is).length

export const tallyVerdicts = (verdicts: readonly WineryScore[]): Tally => {
  const owed = verdicts.flatMap((verdict) => verdict.owed)
  const reported = verdicts.flatMap((verdict) => verdict.reported)
  return {
    kinds: PLANTED_KINDS.map((kind) => {
      const ofKind = owed.filter(({ event }) => event.kind === kind)
      return { kind, owed: ofKind.length, found: count(ofKind, ({ isFound }) => isFound) }
    }),
    reported: [...Map.groupBy(reported, ({ insight }) => insight.kind)].map(([kind, ofKind]) => ({
      kind,
      reported: ofKind.length,
      right: count(ofKind, ({ isTrue }) => isTrue),
    })),
    recall: count(owed, ({ isFound }) => isFound) / Math.max(1, owed.length),
    falseAMonth: count(reported, ({ isTrue }) => !isTrue) / (verdicts.length * TESTED_MONTHS),
  }
}
