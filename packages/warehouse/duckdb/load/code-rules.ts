import type { DuckDBConnection } from '@duckdb/node-api'
import { CODE_LISTS, type CodeList, type CodeRules } from '#domain/own-codes.ts'
import { duckDbDialect } from '../duckdb-dialect.ts'
import { type Apply, isAny, rowsChanged, staging } from './apply.ts'
import { IS_AWAITING } from './order-derivation.ts'
import { rebuildRollups } from './rollups.ts'
import { deriveEveryVisit } from './visits.ts'

const { foldCase } = duckDbDialect

/** Rules stored next to the rows; loads join them. */
export const CODE_RULE_TABLES: readonly string[] = [
  'CREATE TABLE code_rules (version INTEGER NOT NULL)',
  'INSERT INTO code_rules VALUES (0)',
  'CREATE TABLE code_values (list VARCHAR NOT NULL, value VARCHAR NOT NULL, code VARCHAR NOT NULL)',
]

/** Columns of orders with the code, and with what the source wrote. */
const COLUMNS = {
  channel: ['channel', 'channel_raw'],
  orderType: ['order_type', 'order_type_raw'],
  fulfillmentStatus: ['fulfillment_status', 'fulfillment_status_raw'],
} as const satisfies Record<CodeList, readonly [code: string, raw: string]>

/** Gives the orders of a relation the codes of the rules; returns how many values of the list that changed. */
const applyList = (list: CodeList, orders: string): string => {
  const [code, raw] = COLUMNS[list]
  return `UPDATE ${orders} AS o SET ${code} = v.code FROM main.code_values v
    WHERE v.list = '${list}' AND v.value = ${foldCase(`o.${raw}`)} AND o.${code} <> v.code`
}

const applyLists = async (apply: Pick<Apply, 'connection'>, orders: string): Promise<number> => {
  let changed = 0
  for (const list of CODE_LISTS) changed += await rowsChanged(apply, applyList(list, orders))
  return changed
}

/** Applies the stored rules to the staged orders, so that a source cannot undo what the account chose. */
export const applyCodeRules = async (apply: Apply): Promise<void> => {
  if (!apply.staged.has('orders') || !(await isAny(apply, 'SELECT 1 FROM main.code_values'))) return
  await applyLists(apply, staging('orders'))
}

const storedVersion = async (connection: DuckDBConnection): Promise<number> => {
  const rows = await connection.runAndReadAll('SELECT version FROM main.code_rules')
  return Number(rows.getRows()[0]?.[0] ?? 0)
}

/** Replaces the stored rules, within the caller's transaction; orders stay as they are. */
export const storeCodeRules = async (connection: DuckDBConnection, { version, codes }: CodeRules): Promise<void> => {
  await connection.run('UPDATE main.code_rules SET version = $1', [version])
  await connection.run('DELETE FROM main.code_values')
  for (const { list, values, parent } of codes)
    for (const value of values)
      await connection.run(`INSERT INTO main.code_values VALUES ($1, ${foldCase('CAST($2 AS VARCHAR)')}, $3)`, [
        list,
        value,
        parent,
      ])
}

/** The stored rules, a code for each value; null: none were adopted yet. */
export const readCodeRules = async (connection: DuckDBConnection): Promise<CodeRules | null> => {
  const version = await storedVersion(connection)
  if (version === 0) return null
  const reader = await connection.runAndReadAll('SELECT list, code, value FROM main.code_values ORDER BY 1, 2, 3')
  const codes = reader.getRows().flatMap(([name, code, value]) => {
    const list = CODE_LISTS.find((one) => one === name)
    return list ? [{ list, parent: String(code), values: [String(value)] }] : []
  })
  return { version, codes }
}

/** What lines, rollups and visits derive from an order's codes. */
const updateDerived = async (connection: DuckDBConnection): Promise<void> => {
  await connection.run(
    `UPDATE main.order_lines AS l SET channel = o.channel FROM main.orders o
     WHERE o.service_id = l.service_id AND o.source_id = l.order_source_id AND l.channel IS DISTINCT FROM o.channel`,
  )
  await connection.run(
    `UPDATE main.orders SET is_awaiting = ${IS_AWAITING} WHERE is_awaiting IS DISTINCT FROM (${IS_AWAITING})`,
  )
  await rebuildRollups(connection)
  await deriveEveryVisit(connection)
}

/**
 * Applies the rules to stored rows, within the caller's transaction. Returns how many codes changed. Orders without a rule keep
 * their codes. Rules that are not newer than the stored ones change nothing: a load that began before a change cannot revert it.
 */
export const adoptCodeRules = async (connection: DuckDBConnection, rules: CodeRules | undefined): Promise<number> => {
  if (rules === undefined || rules.version <= (await storedVersion(connection))) return 0
  await storeCodeRules(connection, rules)
  const changed = await applyLists({ connection }, 'main.orders')
  if (changed > 0) await updateDerived(connection)
  return changed
}
