/** Learns how unlike one period is to the next beside the chance of counting, from surprises as they come. */
export interface NoiseLevel {
  readonly value: number
  /** @param square of the surprise, @param due the part of its variance that is already explained */
  learn(square: number, due: number): void
}

const PRIOR_PERIODS = 15
const FORGETS = 0.997
const LEAST = 0.03 ** 2

/** @param prior variance before anything is seen */
export const createNoise = (prior: number): NoiseLevel => {
  let weights = PRIOR_PERIODS
  let sum = prior * PRIOR_PERIODS
  let value = prior
  return {
    get value() {
      return value
    },
    learn(square, due) {
      // A period with few counts says little: its weight falls with the square of its variance.
      const weight = (prior / (prior + due)) ** 2
      weights = weights * FORGETS + weight
      sum = sum * FORGETS + weight * (square - due)
      value = Math.max(LEAST, sum / weights)
    },
  }
}
