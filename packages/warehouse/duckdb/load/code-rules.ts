import type { DuckDBConnection } from '@duckdb/node-api'
import { CODE_LISTS, type CodeRules } from '#domain/own-codes.ts'
import { CODED_TABLE_NAMES, CODED_TABLES, type CodedTable, KEPT_CODE } from '../../schema/coded-tables.ts'
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

/** Gives the rows of a table the codes of its lists; `relation`: its name, stored or staged. Returns how many codes changed. */
const applyTo = async (apply: Pick<Apply, 'connection'>, table: CodedTable, relation: string): Promise<number> => {
  let changed = 0
  for (const [list, { code, raw }] of Object.entries(CODED_TABLES[table])) {
    const update = `UPDATE ${relation} AS o SET ${code} = v.code FROM main.code_values v
      WHERE v.list = '${list}' AND v.value = ${foldCase(`o.${raw}`)} AND o.${code} NOT IN (v.code, '${KEPT_CODE}')`
    changed += await rowsChanged(apply, update)
  }
  return changed
}

/** Applies the stored rules to the staged rows, so that a source cannot undo what the account chose. */
export const applyCodeRules = async (apply: Apply): Promise<void> => {
  const staged = CODED_TABLE_NAMES.filter((table) => apply.staged.has(table))
  if (staged.length === 0 || !(await isAny(apply, 'SELECT 1 FROM main.code_values'))) return
  for (const table of staged) await applyTo(apply, table, staging(table))
}

const storedVersion = async (connection: DuckDBConnection): Promise<number> => {
  const rows = await connection.runAndReadAll('SELECT version FROM main.code_rules')
  return Number(rows.getRows()[0]?.[0] ?? 0)
}

/** Replaces the stored rules, within the caller's transaction; rows stay as they are. */
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

/** What orders, lines, rollups and visits derive from codes. */
const updateDerived = async (connection: DuckDBConnection): Promise<void> => {
  await connection.run(
    `UPDATE main.orders AS o SET wine_count = l.wine FROM (
       SELECT service_id, order_source_id, coalesce(sum(quantity) FILTER (WHERE item_kind = 'wine'), 0) AS wine
       FROM main.order_lines GROUP BY ALL
     ) l WHERE l.service_id = o.service_id AND l.order_source_id = o.source_id AND o.payment_status = 'paid' AND o.wine_count <> l.wine`,
  )
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
 * Applies the rules to stored rows, within the caller's transaction. Returns how many codes changed. Rows without a rule keep
 * their codes. Rules that are not newer than the stored ones change nothing: a load that began before a change cannot revert it.
 */
export const adoptCodeRules = async (connection: DuckDBConnection, rules: CodeRules | undefined): Promise<number> => {
  if (rules === undefined || rules.version <= (await storedVersion(connection))) return 0
  await storeCodeRules(connection, rules)
  let changed = 0
  for (const table of CODED_TABLE_NAMES) changed += await applyTo({ connection }, table, `main.${table}`)
  if (changed > 0) await updateDerived(connection)
  return changed
}
