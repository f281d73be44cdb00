import type { ReferenceDimension, ReferenceMeasure, ReferenceRecord, ValueType } from './report-type.ts'
import { exactSum, isPresent, type Value } from './value.ts'

export const THOUSANDTHS = 1000

export const dimension = (type: ValueType, more: Partial<ReferenceDimension> = {}): ReferenceDimension => ({
  kind: 'dimension',
  type,
  isId: false,
  scale: 1,
  ...more,
})

export const text: ReferenceDimension = dimension('text')
export const id: ReferenceDimension = dimension('text', { isId: true })
export const flag: ReferenceDimension = dimension('boolean')
export const day: ReferenceDimension = dimension('day')

type Fold = ReferenceMeasure['fold']

/** Text dimensions of these names. */
export const texts = (...columnIds: string[]): Record<string, ReferenceDimension> =>
  Object.fromEntries(columnIds.map((columnId) => [columnId, text]))

/** A text dimension with these values only. */
export const coded = (codes: readonly string[]): ReferenceDimension => dimension('text', { codes })

const measure = (
  type: ValueType,
  scale: number,
  fold: Fold,
  more: Partial<ReferenceMeasure> = {},
): ReferenceMeasure => ({
  kind: 'measure',
  type,
  scale,
  hasRecords: true,
  isAdditive: false,
  fold,
  ...more,
})

export const readValues = (records: readonly ReferenceRecord[], columnId: string): Value[] =>
  records.map(({ values }) => values[columnId] ?? null)

/** What a record is grouped by. */
export const groupValue = ({ values, restOf }: ReferenceRecord, columnId: string): Value =>
  restOf?.[columnId] ?? values[columnId] ?? null

export const readFacts = (records: readonly ReferenceRecord[], name: string): Value[] =>
  records.map(({ facts }) => facts[name] ?? null)

export const where = (records: readonly ReferenceRecord[], name: string): ReferenceRecord[] =>
  records.filter(({ facts }) => facts[name] === true)

/** Null where there is nothing to divide by. */
export const ratio = (numerator: number | null, denominator: number | null): number | null =>
  numerator === null || !denominator ? null : numerator / denominator

export const middle = (values: readonly Value[]): number | null => {
  const sorted = values.filter((value) => typeof value === 'number').toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

export const mean = (values: readonly Value[], scale = 1): number | null => {
  const present = values.filter(isPresent)
  return ratio(exactSum(present), present.length * scale)
}

/** The records that a measure counts. */
export const countedBy = (
  { counts }: Pick<ReferenceMeasure, 'counts'>,
  records: readonly ReferenceRecord[],
): readonly ReferenceRecord[] => (counts === undefined ? records : where(records, counts))

const limitedTo = (counts: string | undefined): Partial<ReferenceMeasure> => (counts === undefined ? {} : { counts })

const added = (columnId: string, counts: string | undefined) => (records: readonly ReferenceRecord[]) =>
  exactSum(readValues(counts === undefined ? records : where(records, counts), columnId))

/** The records' own money, added up; `counts`: a fact that is true of the records that count. */
export const money = (columnId: string, counts?: string): ReferenceMeasure =>
  measure('currency', 1, added(columnId, counts), { isAdditive: true, ...limitedTo(counts) })

/** The records' own whole numbers, added up. */
export const integerMeasure = (columnId: string): ReferenceMeasure =>
  measure('integer', 1, (records) => exactSum(readValues(records, columnId)), { isAdditive: true })

/** The records' own decimals, added up. */
export const decimal = (columnId: string, counts?: string): ReferenceMeasure =>
  measure('number', THOUSANDTHS, (records) => added(columnId, counts)(records) / THOUSANDTHS, {
    isAdditive: true,
    ...limitedTo(counts),
  })

/** A number for many records only. */
export const ofMany = (type: ValueType, fold: Fold, more: Partial<ReferenceMeasure> = {}): ReferenceMeasure =>
  measure(type, 1, fold, { hasRecords: false, ...more })

/** A number of each record, and another way to take many together than adding it up. */
export const ofEach = (type: ValueType, fold: Fold, more: Partial<ReferenceMeasure> = {}): ReferenceMeasure =>
  measure(type, more.scale ?? 1, fold, more)

export const countAll: ReferenceMeasure = measure('integer', 1, (records) => records.length, { isAdditive: true })
