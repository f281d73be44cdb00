import { ROLLUPS, type Rollup, type RollupSpec } from '#domain/canonical/rollups.ts'
import { tableColumns } from '../schema/stored-columns.ts'
import { quoted, sqlType } from './ddl.ts'

const KEYS = ['service_id', 'day', 'currency'] as const

/** Columns of a rollup, in order. */
export const rollupColumns = (rollup: Rollup): readonly string[] => [
  ...KEYS,
  ...ROLLUPS[rollup].by,
  ...Object.keys(ROLLUPS[rollup].sums),
]

export const createRollup = (rollup: Rollup): string => {
  const spec: RollupSpec = ROLLUPS[rollup]
  const typeOf = (name: string) => tableColumns(spec.of).find((column) => column.name === name)?.kind ?? 'text'
  const columns = [
    'service_id VARCHAR NOT NULL',
    'day DATE',
    'currency VARCHAR',
    ...spec.by.map((name) => `${quoted(name)} ${sqlType(typeOf(name))}`),
    // counts and quantities of a day may outgrow the type of a single row
    ...Object.entries(spec.sums).map(
      ([name, kind]) => `${quoted(name)} ${sqlType(kind === 'integer' ? 'money' : kind)}`,
    ),
  ]
  return `CREATE TABLE IF NOT EXISTS ${quoted(rollup)} (${columns.join(', ')})`
}
