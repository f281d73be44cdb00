/** Solves a symmetric, positive definite system by Cholesky decomposition. `matrix` is stored by rows and overwritten. */
const solveSymmetric = (matrix: Float64Array, right: Float64Array): Float64Array => {
  const size = right.length
  const at = (row: number, column: number): number => matrix[row * size + column] ?? 0
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = at(row, column)
      for (let k = 0; k < column; k += 1) sum -= at(row, k) * at(column, k)
      matrix[row * size + column] = row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / at(column, column)
    }
  }
  const solution = right.slice()
  for (let row = 0; row < size; row += 1) {
    let sum = solution[row] ?? 0
    for (let k = 0; k < row; k += 1) sum -= at(row, k) * (solution[k] ?? 0)
    solution[row] = sum / at(row, row)
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = solution[row] ?? 0
    for (let k = row + 1; k < size; k += 1) sum -= at(k, row) * (solution[k] ?? 0)
    solution[row] = sum / at(row, row)
  }
  return solution
}

/** One observation: its outcome and its conditions. */
export interface Trial {
  /** the first is always 1: the intercept */
  readonly conditions: ArrayLike<number>
  readonly happened: boolean
}

const ROUNDS = 25
const CLOSE = 1e-8

export const probabilityFromLogOdds = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

export const sumLogOdds = (weights: ArrayLike<number>, conditions: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < weights.length; at += 1) sum += (weights[at] ?? 0) * (conditions[at] ?? 0)
  return sum
}

/** Trials under the same conditions. */
interface Alike {
  readonly conditions: ArrayLike<number>
  trials: number
  hits: number
}

/** Groups trials with equal conditions: the likelihood is the same, and there are fewer terms. */
const alikeOf = (trials: readonly Trial[]): Alike[] => {
  const known = new Map<ArrayLike<number>, Alike>()
  for (const { conditions, happened } of trials) {
    const alike = known.get(conditions) ?? { conditions, trials: 0, hits: 0 }
    alike.trials += 1
    alike.hits += happened ? 1 : 0
    known.set(conditions, alike)
  }
  return [...known.values()]
}

/** Adds trials to the gradient and the Hessian of the likelihood. */
const addTrials = (
  { conditions, trials, hits }: Alike,
  weights: Float64Array,
  slope: Float64Array,
  curvature: Float64Array,
): void => {
  const size = weights.length
  const chance = probabilityFromLogOdds(sumLogOdds(weights, conditions))
  const miss = hits - trials * chance
  const weight = trials * chance * (1 - chance)
  for (let row = 0; row < size; row += 1) {
    const value = conditions[row] ?? 0
    if (value === 0) continue
    slope[row] = (slope[row] ?? 0) + value * miss
    for (let column = 0; column <= row; column += 1) {
      const index = row * size + column
      curvature[index] = (curvature[index] ?? 0) + weight * value * (conditions[column] ?? 0)
    }
  }
}

/**
 * Coefficients of a logistic regression by Newton's method. `ridge` is the penalty on every coefficient but the intercept, as a number
 * of trials without an effect.
 */
export const fitLogistic = (trials: readonly Trial[], size: number, ridge: number): Float64Array => {
  const weights = new Float64Array(size)
  const all = alikeOf(trials)
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = new Float64Array(size)
    const curvature = new Float64Array(size * size)
    for (const alike of all) addTrials(alike, weights, slope, curvature)
    for (let at = 0; at < size; at += 1) {
      const hold = at === 0 ? 1e-6 : ridge
      slope[at] = (slope[at] ?? 0) - hold * (weights[at] ?? 0)
      curvature[at * size + at] = (curvature[at * size + at] ?? 0) + hold
    }
    const step = solveSymmetric(curvature, slope)
    let furthest = 0
    for (let at = 0; at < size; at += 1) {
      weights[at] = (weights[at] ?? 0) + (step[at] ?? 0)
      furthest = Math.max(furthest, Math.abs(step[at] ?? 0))
    }
    if (furthest < CLOSE) break
  }
  return weights
}

/** Concordance (AUC): how often a trial with the outcome had the higher prediction; 0.5 for random. NaN without both outcomes. */
export const concordance = (chances: readonly { readonly chance: number; readonly happened: boolean }[]): number => {
  const ascending = [...chances].sort((a, b) => a.chance - b.chance)
  const hits = ascending.filter(({ happened }) => happened).length
  let ranks = 0
  for (let first = 0; first < ascending.length; ) {
    let end = first + 1
    while (end < ascending.length && ascending[end]?.chance === ascending[first]?.chance) end += 1
    const happened = ascending.slice(first, end).filter((one) => one.happened).length
    ranks += (happened * (first + 1 + end)) / 2
    first = end
  }
  return (ranks - (hits * (hits + 1)) / 2) / (hits * (ascending.length - hits))
}
