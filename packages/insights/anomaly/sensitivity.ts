export const SENSITIVITIES = ['quiet', 'balanced', 'eager'] as const
export type Sensitivity = (typeof SENSITIVITIES)[number]

/** What a finding has to be, to be worth a reader's minute. */
export interface Thresholds {
  /** share of chance among all that is believed in one go */
  readonly falseDiscoveryRate: number
  /** change ÷ expected */
  readonly leastChange: number
  /** money at stake ÷ the account's net sales of four weeks */
  readonly leastStakeShare: number
  /** money at stake, minor units */
  readonly leastStake: number
  /** counts in the period, seen or expected */
  readonly fewestCounts: number
}

export const THRESHOLDS: Readonly<Record<Sensitivity, Thresholds>> = {
  quiet: { falseDiscoveryRate: 0.01, leastChange: 0.35, leastStakeShare: 0.02, leastStake: 50_000, fewestCounts: 12 },
  balanced: { falseDiscoveryRate: 0.05, leastChange: 0.2, leastStakeShare: 0.01, leastStake: 25_000, fewestCounts: 8 },
  eager: { falseDiscoveryRate: 0.1, leastChange: 0.15, leastStakeShare: 0.005, leastStake: 10_000, fewestCounts: 6 },
}
