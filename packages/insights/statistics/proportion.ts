import { normalTails } from './tails.ts'

/** Successes and trials. */
export interface Share {
  readonly hits: number
  readonly of: number
}

export interface Interval {
  readonly low: number
  readonly high: number
}

/** Normal quantile for 95 % confidence. */
const USUAL = 1.959_963_984_540_054

/** Wilson's score interval of a proportion, also valid for small counts. Zero trials give the interval from 0 to 1. */
export const wilson = ({ hits, of }: Share, score = USUAL): Interval => {
  if (of <= 0) return { low: 0, high: 1 }
  const share = hits / of
  const square = score * score
  const center = (share + square / (2 * of)) / (1 + square / of)
  const half = (score / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of))
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) }
}

/** Newcombe's interval of the difference `after` − `before`, from the two Wilson intervals. */
export const newcombe = (before: Share, after: Share, score = USUAL): Interval => {
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
