import type { Cell, ResultColumn } from '#contract/reports.ts'
import { isSameSitePath } from '#domain/same-site-path.ts'

/**
 * The page that a row's link leads to: the template with the row's own values, each written so that it stays one value.
 * Null where a value is missing or the page is not of this site.
 */
export const rowLink = (
  template: string,
  columns: readonly Pick<ResultColumn, 'columnId'>[],
  row: readonly Cell[],
): string | null => {
  let isWhole = true
  const link = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const place = columns.findIndex(({ columnId }) => columnId.toLowerCase() === name.toLowerCase())
    const value = row[place] ?? null
    if (value === null || value === '') isWhole = false
    return encodeURIComponent(String(value))
  })
  return isWhole && isSameSitePath(link) ? link : null
}
