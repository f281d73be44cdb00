/** Each period is what it was one season before. */
export const seasonalNaive = (values: ArrayLike<number>, season: number, horizon: number): number[] => {
  const length = values.length
  const period = season <= length ? season : 1
  return Array.from({ length: horizon }, (_, step) => values[length - period + (step % period)] ?? 0)
}

/** Mean absolute error of repeating the season before, over the whole history: the yardstick of a scaled error. */
export const naiveError = (values: ArrayLike<number>, season: number): number => {
  let sum = 0
  for (let at = season; at < values.length; at += 1) sum += Math.abs((values[at] ?? 0) - (values[at - season] ?? 0))
  return sum / Math.max(1, values.length - season)
}
