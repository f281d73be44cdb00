import type { Prediction } from '../structure/predict.ts'

/** Probability that nothing at all is counted. */
export const noneProbability = ({ mean, spread }: Prediction): number =>
  spread < 1e-9 ? Math.exp(-mean) : (1 + spread * mean) ** (-1 / spread)
