/** Successes and trials. */
export interface Share {
  readonly hits: number
  readonly of: number
}

export interface Interval {
  readonly low: number
  readonly high: number
}

/** A rate of fewer guests, visits and so on says little: it is shown, but not ranked. */
export const FEWEST_TRIALS = 30

/** Normal quantile for 95 % confidence. */
export const USUAL_SCORE = 1.959_963_984_540_054

/** Normal quantile of an 80 % interval. */
export const SCORE_80 = 1.2816

/** Wilson's score interval of a proportion, also valid for small counts. Zero trials give the interval from 0 to 1. */
export const wilson = ({ hits, of }: Share, score = USUAL_SCORE): Interval => {
  if (of <= 0) return { low: 0, high: 1 }
  const share = hits / of
  const square = score * score
  const center = (share + square / (2 * of)) / (1 + square / of)
  const half = (score / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of))
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) }
}

/**
 * Interval of the difference of two independent proportions, `first` less `second`: the hybrid score interval, method 10 of
 * R. G. Newcombe, Statistics in Medicine 17 (1998), 873–890, without continuity correction.
 */
export const differenceInterval = (first: Share, second: Share, score = USUAL_SCORE): Interval => {
  if (first.of <= 0 || second.of <= 0) return { low: -1, high: 1 }
  const [a, b] = [wilson(first, score), wilson(second, score)]
  const [shareA, shareB] = [first.hits / first.of, second.hits / second.of]
  return {
    low: shareA - shareB - Math.hypot(shareA - a.low, b.high - shareB),
    high: shareA - shareB + Math.hypot(a.high - shareA, shareB - b.low),
  }
}
