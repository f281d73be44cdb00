/** Members of a release by outcome, and what a release brings: bottles and net sales. */
const MEMBER_LINES = ['processed', 'skipped', 'onHold', 'declined'] as const
const AMOUNT_LINES = ['bottles', 'netSales'] as const
export const RELEASE_LINES = [...MEMBER_LINES, ...AMOUNT_LINES] as const
export type ReleaseLine = (typeof RELEASE_LINES)[number]
export type ByLine<T> = Readonly<Record<ReleaseLine, T>>

export const isAmount = (line: ReleaseLine): boolean => AMOUNT_LINES.some((one) => one === line)

export const byLine = <T>(read: (line: ReleaseLine) => T): ByLine<T> => ({
  processed: read('processed'),
  skipped: read('skipped'),
  onHold: read('onHold'),
  declined: read('declined'),
  bottles: read('bottles'),
  netSales: read('netSales'),
})

/** 80 % of such releases are between `low` and `high`, both inclusive. */
export interface ExpectedLine {
  readonly expected: number
  readonly low: number
  readonly high: number
}

export const isWithin = (actual: number, { low, high }: ExpectedLine): boolean => actual >= low && actual <= high

/** What follows from an expected line. */
export const scaleLine = ({ expected, low, high }: ExpectedLine, scale: (value: number) => number): ExpectedLine => ({
  expected: scale(expected),
  low: scale(low),
  high: scale(high),
})

/** An amount divided among the members and multiplied again may be above itself by less. */
const ROUNDING = 1e-6

/** Bottles of a wine that a release needs, each charged member getting as many; whole bottles, rounded up. */
export const neededBottles = (processed: ExpectedLine, bottlesEach: number): ExpectedLine =>
  scaleLine(processed, (members) => Math.ceil(members * bottlesEach - ROUNDING))
