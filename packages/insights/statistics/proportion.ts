import { type Interval, type Share, USUAL_SCORE, wilson } from '#domain/proportion.ts'
import { normalTails } from './tails.ts'

/** Newcombe's interval of the difference `after` − `before`, from the two Wilson intervals. */
export const newcombe = (before: Share, after: Share, score = USUAL_SCORE): Interval => {
  const [a, b] = [wilson(before, score), wilson(after, score)]
  const [pa, pb] = [before.hits / Math.max(1, before.of), after.hits / Math.max(1, after.of)]
  return {
    low: pb - pa - Math.hypot(pb - b.low, a.high - pa),
    high: pb - pa + Math.hypot(b.high - pb, pa - a.low),
  }
}

/** Two-sided p-value of the difference of two proportions, by the pooled score test. */
export const differenceByChance = (before: Share, after: Share): number => {
  const pooled = (before.hits + after.hits) / Math.max(1, before.of + after.of)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / before.of + 1 / after.of))
  if (!(error > 0)) return 1
  return normalTails((after.hits / after.of - before.hits / before.of) / error)
}
