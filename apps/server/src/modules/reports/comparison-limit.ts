import { fail } from '#contract/errors.ts'

/** Groups of either period that are compared at most: both sides are matched in memory. */
export const COMPARED_ROWS = 100_000

const written = (count: number): string => count.toLocaleString('en-US')

/** @throws Failure `report.too_many_rows_to_compare` */
export const demandComparable = (rows: number): void => {
  if (rows <= COMPARED_ROWS) return
  throw fail('report.too_many_rows_to_compare', { values: { limit: written(COMPARED_ROWS) } })
}
