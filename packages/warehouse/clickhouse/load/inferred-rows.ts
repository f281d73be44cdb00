import { columnNames } from '../../schema/account-tables.ts'
import {
  type InferenceSource,
  type InferredRows,
  inferredSignups,
  inferredTastings,
  wantedRows,
} from '../../schema/inferred-rows.ts'
import { stagingColumns } from '../../schema/stored-columns.ts'
import { nullableType } from '../clickhouse-ddl.ts'
import { differs, given, isGiven, type LoadStatements, noDerived, stored } from './load-statements.ts'
import { ruleValues, VISIT_SOURCE } from './reservations.ts'

const SOURCE: InferenceSource = {
  ...VISIT_SOURCE,
  given,
  rules: ruleValues,
  cast: (sql, kind) => `CAST(${sql} AS ${nullableType(kind)})`,
  matches: (sql, pattern) => `match(${sql}, '${pattern}')`,
  plain: (sql) => `replaceRegexpAll(lower(${sql}), '[^a-z0-9]', '')`,
}

/** Writes a service's rows that are inferred from order lines, where they differ. */
const inferRows = async (load: LoadStatements, inferred: InferredRows): Promise<void> => {
  const { table, rules } = inferred
  const made = `(SELECT * FROM ${stored(table)} WHERE NOT (${isGiven(table)}))`
  const hasRules = await load.isAny(`SELECT 1 FROM ${ruleValues(rules)}`)
  if (!hasRules && !(await load.isAny(`SELECT 1 FROM ${made}`))) return
  const wanted = `(${wantedRows(SOURCE, inferred)})`
  const kept = new Set(['service_id', 'source_id', ...stagingColumns(table).map(({ name }) => name)])
  const derived = columnNames(table).filter((name) => !kept.has(name) && name !== 'order_line_source_id')
  await load.write(table, {
    from: `${made} AS t WHERE t.source_id NOT IN (SELECT source_id FROM ${wanted})`,
    alias: 't',
    isDeleted: true,
  })
  await load.write(table, {
    from: `${wanted} AS w LEFT JOIN ${made} AS t ON t.source_id = w.source_id
      WHERE t.source_id IS NULL OR ${differs(table, 'w', 't')}`,
    alias: 'w',
    values: {
      ...noDerived(table),
      ...Object.fromEntries(derived.map((name) => [name, 'NULL'])),
      service_id: '{service:String}',
      order_line_source_id: 'w.order_line_source_id',
    },
  })
}

export const inferSignups = (load: LoadStatements): Promise<void> => inferRows(load, inferredSignups(SOURCE))

export const inferTastings = (load: LoadStatements): Promise<void> => inferRows(load, inferredTastings(SOURCE))
