import { ROLLUPS, type Rollup, type RollupSpec } from '#domain/canonical/rollups.ts'
import { tableColumns } from '../schema/stored-columns.ts'
import { quoted, sqlType } from './ddl.ts'

/** Counts of many rows may outgrow the type of a single row. */
const SUM_KINDS = {
  integer: 'money',
  money: 'money',
  quantity: 'quantity',
  instant: 'timestamp',
  boolean: 'boolean',
} as const

/** Columns of a rollup, in order. */
export const rollupColumns = (rollup: Rollup): readonly string[] => [
  'service_id',
  ROLLUPS[rollup].part,
  'currency',
  ...ROLLUPS[rollup].by,
  ...Object.keys(ROLLUPS[rollup].sums),
]

export const createRollup = (rollup: Rollup): string => {
  const spec: RollupSpec = ROLLUPS[rollup]
  const columnKind = (name: string) => tableColumns(spec.of).find((column) => column.name === name)?.kind ?? 'text'
  const columns = [
    'service_id VARCHAR NOT NULL',
    spec.part === 'day' ? 'day DATE' : `${quoted(spec.part)} ${sqlType(columnKind(spec.part))}`,
    'currency VARCHAR',
    ...spec.by.map((name) => `${quoted(name)} ${sqlType(columnKind(name))}`),
    ...Object.entries(spec.sums).map(([name, kind]) => `${quoted(name)} ${sqlType(SUM_KINDS[kind])}`),
  ]
  return `CREATE TABLE IF NOT EXISTS ${quoted(rollup)} (${columns.join(', ')})`
}
