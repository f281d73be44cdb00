/** What a part of a month's amount is expected to be, known before the month. */
export interface PacePart {
  /** expected amount of each day, minor units or a count */
  readonly days: readonly number[]
  /** variance of the factor that all days share, ÷ its square */
  readonly level: number
  /** how far the rest of a month may be from what its first days suggest, in addition to its days: variance ÷ square */
  readonly rest: number
  /** the same of a single day, in addition to its count */
  readonly noise: number
  /** amount per random event */
  readonly unit: number
}
