import { fail } from '#contract/errors.ts'
import type { ExportFormat } from '#contract/reports.ts'

/** Rows that a file of the format holds at most; null: all there are. */
export const ROW_LIMITS = { csv: null, xlsx: 100_000, pdf: 5_000 } as const satisfies Record<
  ExportFormat,
  number | null
>

/** Groups that are compared with an earlier period at most: both sides are matched in memory. */
export const COMPARED_ROWS = 100_000

const written = (count: number): string => count.toLocaleString('en-US')

/**
 * Refuses what the format does not hold.
 *
 * @throws Failure `report.too_many_rows_for_file`, whose message offers CSV
 */
export const demandFits =
  (format: 'xlsx' | 'pdf') =>
  (rows: number): void => {
    const limit = ROW_LIMITS[format]
    if (rows <= limit) return
    const values = { rows: written(rows), format: format.toUpperCase(), limit: written(limit) }
    throw fail('report.too_many_rows_for_file', { values })
  }

/** @throws Failure `report.too_many_rows_to_compare` */
export const demandComparable = (rows: number): void => {
  if (rows <= COMPARED_ROWS) return
  throw fail('report.too_many_rows_to_compare', { values: { rows: written(rows), limit: written(COMPARED_ROWS) } })
}
