/** Classes of a map: more shades would look alike. */
const MOST = 6

/** Down to two digits, so that a legend is short. */
const roundDown = (value: number): number => {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1)
  return Number((Math.floor(value / unit) * unit).toPrecision(2))
}

/**
 * Values above zero in up to six classes, each from its least to as many times it as the others, since a few states usually have most
 * of the sales.
 *
 * @returns round lower bounds of all classes but the first, ascending; each class has values
 */
export const classBounds = (values: readonly number[]): readonly number[] => {
  const sorted = values.toSorted((a, b) => a - b)
  if (new Set(sorted).size <= MOST)
    return [...new Set(sorted.map(roundDown))].filter((bound) => bound > (sorted[0] ?? 0))
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)]
  const bounds = Array.from({ length: MOST - 1 }, (_, at) =>
    roundDown(sorted.find((value) => value >= least * (most / least) ** ((at + 1) / MOST)) ?? most),
  )
  return [...new Set(bounds)].filter((bound) => bound > least)
}

/** Index of the class of a value. */
export const classOf = (value: number, bounds: readonly number[]): number =>
  bounds.filter((bound) => value >= bound).length
