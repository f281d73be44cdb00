import type { DuckDBConnection } from '@duckdb/node-api'
import { toItemKind } from '#domain/item-kind/item-kind.ts'
import type { CsvImportPlan } from '../../staging.ts'
import { typedRows } from './typed-rows.ts'

/** More are no kinds: the column was mapped by mistake. */
const MAX_VALUES = 1_000

/** The plan with codes for the item kinds that a file writes in words of its own, such as `Reds`. */
export const withItemKinds = async (connection: DuckDBConnection, plan: CsvImportPlan): Promise<CsvImportPlan> => {
  const { itemKind } = plan.fields
  if (itemKind === undefined) return plan
  const sql = `SELECT DISTINCT lower("raw itemKind") FROM (${typedRows({ ...plan, fields: { itemKind } })})
    WHERE "itemKind" = 'other' LIMIT ${MAX_VALUES}`
  const written = (await connection.runAndReadAll(sql)).getRows().map(([value]) => String(value))
  const named = written.map((value) => [value, toItemKind({ title: null, categories: [value] })] as const)
  const codes = { ...Object.fromEntries(named), ...itemKind.codes }
  return { ...plan, fields: { ...plan.fields, itemKind: { ...itemKind, codes } } }
}
