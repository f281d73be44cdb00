import type { CsvImportPlan } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'
import { quotedName } from './row-values.ts'
import { typedRows } from './typed-rows.ts'
import { fileLine } from './unpivot.ts'

/** Products are renamed, and a vintage follows another; so many names are those of different products. */
const MANY_TITLES = 4
const MOST = 20
const MESSAGE =
  'This SKU stands for products of different titles, which become one. If it identifies no product, choose the title as SKU'

/** `line, column, value, message` of SKUs under which different products are sold. Null for files without SKUs and titles. */
export const sharedSkus = (plan: CsvImportPlan): string | null => {
  const { sku, productTitle } = plan.fields
  if (plan.kind !== 'order_lines' || sku?.column == null || productTitle === undefined) return null
  if (sku.column === productTitle.column) return null
  const rows = typedRows({ ...plan, fields: { sku, productTitle }, customFields: [] })
  const titles = `SELECT ${quotedName('sku')} AS sku, lower(${quotedName('productTitle')}) AS title, min(${fileLine(plan)}) AS line, count(*) AS n
    FROM (${rows}) GROUP BY 1, 2`
  return `SELECT min(line) AS line, ${textLiteral(plan.columns[sku.column] ?? 'sku')} AS "column", sku AS "value", ${textLiteral(MESSAGE)} AS message
    FROM (${titles}) WHERE title IS NOT NULL GROUP BY sku HAVING count(*) >= ${MANY_TITLES} AND max(n) * 2 <= sum(n)
    ORDER BY line LIMIT ${MOST}`
}
