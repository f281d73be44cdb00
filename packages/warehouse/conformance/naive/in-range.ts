import type { Context, NaiveRecord } from './report-type.ts'

const isInRange = (record: NaiveRecord, { range }: Context): boolean => {
  if (range === null) return true
  const day = range.columnId in record.days ? record.days[range.columnId] : record.values[range.columnId]
  return typeof day === 'string' && day >= range.from && day < range.until
}

/** Records whose day in the range's column lies in it. */
export const inRange = (records: readonly NaiveRecord[], context: Context): NaiveRecord[] =>
  records.filter((record) => isInRange(record, context))
