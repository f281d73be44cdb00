import type { AskedColumn } from './request.ts'
import { minorUnitsOf, type NaiveSettings } from './settings.ts'
import type { Value } from './value.ts'

const instantText = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`

/** Money in major units and moments as text; `value` is what `aggregate` gives, or a group's key. */
export const shown = (
  { column, aggregation }: Pick<AskedColumn, 'column' | 'aggregation'>,
  value: Value,
  settings: NaiveSettings,
): Value => {
  if (typeof value !== 'number' || aggregation === 'Count') return value
  if (column.type === 'currency') return value / minorUnitsOf(settings.currency)
  return column.type === 'moment' ? instantText(value) : value
}
