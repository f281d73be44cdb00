import type { Dimension } from '../catalog/column.ts'
import type { Dialect, ParamType } from '../catalog/dialect.ts'
import type { EarlierGroups } from '../query.ts'
import type { CompilerScope } from './scope.ts'

interface PeriodKey {
  readonly type: ParamType
  /** SQL of the key of a period that comes `count` periods after that of `key` */
  readonly later: (key: string, count: number, dialect: Dialect) => string
}

const FIRST_MONTHS = `CASE substring(key, 7) WHEN '1' THEN '-01-01' WHEN '2' THEN '-04-01' WHEN '3' THEN '-07-01' ELSE '-10-01' END`

/** Quarters are named as those of calendar years, whenever the fiscal year begins. */
const quarterStart = (key: string, { toDate }: Dialect): string =>
  toDate(`(substring(${key}, 1, 4) || ${FIRST_MONTHS.replace('key', key)})`)

const PERIOD_KEYS: ReadonlyMap<string, PeriodKey> = new Map([
  ['day', { type: 'date', later: (key, count, { addDays }) => addDays(key, count) }],
  ['week', { type: 'date', later: (key, count, { addDays }) => addDays(key, 7 * count) }],
  ['month', { type: 'date', later: (key, count, { addMonths, toDate }) => toDate(addMonths(key, count)) }],
  [
    'quarter',
    {
      type: 'text',
      later: (key, count, dialect) =>
        dialect.quarterText(dialect.toDate(dialect.addMonths(quarterStart(key, dialect), 3 * count))),
    },
  ],
  ['year', { type: 'integer', later: (key, count) => `(${key} + ${count})` }],
])

/**
 * A SELECT of the keys `k1` … of an earlier range's groups, where they stand in the query's range. Groups of periods after its last are
 * left out. `groups`: FROM and WHERE of the earlier groups.
 */
export const moveEarlierKeys = (
  { moved }: EarlierGroups,
  dimensions: readonly Dimension[],
  keyName: (index: number) => string,
  groups: string,
  { dialect, bind }: Pick<CompilerScope, 'dialect' | 'bind'>,
): string => {
  const keys = dimensions.map(({ columnId, part }, index) => {
    const alias = `k${index + 1}`
    const periods = moved[columnId]
    const period = PERIOD_KEYS.get(part?.grain ?? '')
    if (periods === undefined || period === undefined) return { select: `${keyName(index)} AS ${alias}`, within: [] }
    return {
      select: `${period.later(keyName(index), periods.count, dialect)} AS ${alias}`,
      within: [`moved.${alias} <= ${bind(periods.last, period.type)}`],
    }
  })
  const within = keys.flatMap((key) => key.within)
  const where = within.length === 0 ? '' : ` WHERE ${within.join(' AND ')}`
  return `SELECT * FROM (SELECT ${keys.map(({ select }) => select).join(', ')} ${groups}) AS moved${where}`
}
