import { fail } from '#contract/errors.ts'
import type { ExportFormat } from '#contract/reports.ts'

/** Rows that a file of the format holds at most; null: all there are. */
export const ROW_LIMITS = { csv: null, xlsx: 100_000, pdf: 5_000 } as const satisfies Record<
  ExportFormat,
  number | null
>

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
