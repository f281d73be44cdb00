import type { SqlParam, Statement } from '../engine.ts'
import { ACCOUNT_TABLES } from '../schema/account-tables.ts'
import { clickHouseDialect } from './clickhouse-dialect.ts'

const typeOf = (value: SqlParam): string => {
  if (typeof value === 'boolean') return 'Bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'Int64' : 'Float64'
  return value === null ? 'Nullable(String)' : 'String'
}

/** Columns that belong to the tables and not to records. */
const OWN_COLUMNS = 'account_id, version, is_deleted'

/**
 * A statement of the port as one that ClickHouse runs. Values `$1`, `$2` … get their types. A table by its plain name is
 * that of the account, so that no statement reads rows of another, and a sum over no rows is null there, as in SQL.
 */
export const ofAccount = ({ sql, params }: Statement, database: string): string => {
  const compiled = ACCOUNT_TABLES.reduce((text, table) => text.replaceAll(clickHouseDialect.table(table), ''), sql)
  const named = ACCOUNT_TABLES.filter((table) => new RegExp(`\\b(?:FROM|JOIN)\\s+"?${table}\\b`, 'i').test(compiled))
  const tables = named.map(
    (table) =>
      `${table} AS (SELECT * EXCEPT (${OWN_COLUMNS}) FROM ${clickHouseDialect.quote(database)}.${table} FINAL WHERE account_id = {account:UInt64})`,
  )
  const bound = sql.includes('{p1:')
    ? sql
    : sql.replaceAll(/\$(\d+)\b/g, (_, place) => `{p${place}:${typeOf(params[Number(place) - 1] ?? null)}}`)
  if (tables.length === 0) return bound
  const withTables = `WITH ${tables.join(', ')}`
  const whole = /^\s*WITH\b/i.test(bound) ? bound.replace(/^\s*WITH\b/i, `${withTables},`) : `${withTables} ${bound}`
  return `${whole} SETTINGS aggregate_functions_null_for_empty = 1`
}
