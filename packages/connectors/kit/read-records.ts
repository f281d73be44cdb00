import type { z } from 'zod'
import {
  CANONICAL_TABLE_NAMES,
  CANONICAL_TABLES,
  type CanonicalTable,
  type ColumnKind,
  type ColumnSpec,
} from '#domain/canonical/tables.ts'
import { nameToWords, upperFirst } from '#domain/text.ts'
import type { CanonicalRow, QuarantinedRecord, Removal } from './connector.ts'
import { MalformedResponse } from './platform-problems.ts'

/** Greatest value of the warehouse's columns, by kind; no winery has a greater number. */
const FITS_KIND: Partial<Record<ColumnKind, (value: number) => boolean>> = {
  money: (value) => Number.isSafeInteger(value),
  integer: (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31,
  quantity: (value) => Math.abs(value) < 1e12,
  price: (value) => Math.abs(value) < 1e12,
  instant: (value) => Number.isSafeInteger(value) && Math.abs(value) < 8.64e15,
}

interface Limited {
  readonly name: string
  readonly fits: (value: number) => boolean
}

const limitsOf = (table: CanonicalTable): Limited[] => {
  const columns: Readonly<Record<string, ColumnSpec>> = CANONICAL_TABLES[table].columns
  return Object.entries(columns).flatMap(([name, { kind, derived }]) => {
    const fits = derived ? undefined : FITS_KIND[kind]
    return fits ? [{ name, fits }] : []
  })
}

const LIMITS = new Map(CANONICAL_TABLE_NAMES.map((table) => [table, limitsOf(table)]))

/** The first column whose number is invalid or too large to store; null: none. */
const columnBeyondLimits = ({ table, row }: CanonicalRow): string | null => {
  for (const { name, fits } of LIMITS.get(table) ?? []) {
    const value: unknown = Reflect.get(row, name)
    if (typeof value === 'number' && !fits(value)) return name
  }
  return null
}

/** A record that violates a rule of ours; thrown by `rows` of a reader. */
export class RecordProblem extends Error {
  override readonly name = 'RecordProblem'
  /** path within the record; null: the record as a whole */
  readonly field: string | null

  constructor(field: string | null, reason: string) {
    super(reason)
    this.field = field
  }
}

/** How records of one kind are converted to rows. */
export interface RecordReader<Shape extends z.ZodType> {
  readonly schema: Shape
  /** extracts the platform's ID from an unparsed record, or those of all rows that it stands for; default: its `id` */
  readonly idOf?: ((record: unknown) => string | null | readonly string[]) | undefined
  /** default: none */
  readonly rows?: (record: z.output<Shape>) => readonly CanonicalRow[]
}

export interface ReadRecords<Shape extends z.ZodType> {
  /** the valid records, parsed */
  readonly records: readonly z.output<Shape>[]
  readonly rows: readonly CanonicalRow[]
  readonly quarantined: readonly QuarantinedRecord[]
}

/** The valid records of a list that is only looked up, such as names. */
export const parseEach = <Shape extends z.ZodType>(records: readonly unknown[], schema: Shape): z.output<Shape>[] =>
  records.flatMap((record) => schema.safeParse(record).data ?? [])

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value)

/** The `id` of an unparsed record; null if it has none. */
export const readRecordId = (record: unknown): string | null => {
  const id = valueAt(record, ['id'])
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

/** Formats a path as `items[2].price`; null for the value as a whole. */
const pathText = (path: readonly PropertyKey[]): string | null =>
  path.length === 0
    ? null
    : path
        .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
        .join('')

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

const expectation = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type'
    ? `must be ${article(issue.expected === 'int' ? 'whole number' : issue.expected)}`
    : 'has an invalid value'

type Problem = Omit<QuarantinedRecord, 'sourceId'>

/** Reasons begin with the path of their field, of which people read the last name, as words. */
const inWords = ({ field, reason }: Problem): Problem => {
  const name = field?.split('.').at(-1) ?? ''
  const words = upperFirst(nameToWords(name.replace(/\[\d+\]/g, '')))
  return {
    field,
    reason: field !== null && reason.startsWith(`${field} `) ? words + reason.slice(field.length) : reason,
  }
}

/** The first place where a value differs from its schema, and a sentence about it. */
export const describeProblem = (error: z.ZodError, value: unknown): Problem => inWords(rawProblem(error, value))

const rawProblem = (error: z.ZodError, value: unknown): Problem => {
  const [issue] = error.issues
  if (!issue) return { field: null, reason: 'It can’t be read' }
  const field = pathText(issue.path)
  const found = valueAt(value, issue.path)
  const name = field ?? 'It'
  if (found === undefined && field !== null) return { field, reason: `${name} is missing` }
  return { field, reason: `${name} ${found === null ? 'is empty' : expectation(issue)}` }
}

const toProblem = (error: unknown): Problem => {
  if (!(error instanceof RecordProblem)) throw error
  return inWords({ field: error.field, reason: error.message })
}

const assertWithinLimits = (rows: readonly CanonicalRow[]): void => {
  for (const row of rows) {
    const column = columnBeyondLimits(row)
    if (column !== null) throw new RecordProblem(column, `${column} comes to a number that cannot be kept`)
  }
}

/** Rows of the valid records. The others are quarantined, each with its field and reason. */
export const readRecords = <Shape extends z.ZodType>(
  values: readonly unknown[],
  { schema, idOf = readRecordId, rows = () => [] }: RecordReader<Shape>,
): ReadRecords<Shape> => {
  const result = {
    records: [] as z.output<Shape>[],
    rows: [] as CanonicalRow[],
    quarantined: [] as QuarantinedRecord[],
  }
  const quarantine = (value: unknown, problem: Problem): void => {
    const ids = [idOf(value)].flat()
    for (const sourceId of ids.length > 0 ? ids : [null]) result.quarantined.push({ sourceId, ...problem })
  }
  for (const value of values) {
    const parsed = schema.safeParse(value)
    if (!parsed.success) {
      quarantine(value, describeProblem(parsed.error, value))
      continue
    }
    try {
      const made = rows(parsed.data)
      assertWithinLimits(made)
      result.rows.push(...made)
      result.records.push(parsed.data)
    } catch (error) {
      quarantine(value, toProblem(error))
    }
  }
  return result
}

/**
 * The envelope of a page's records, parsed by its schema. Throws `MalformedResponse` naming the page and the field. `page`:
 * named in the error, such as `Page 3 of orders`.
 */
export const readEnvelope = <Shape extends z.ZodType>(value: unknown, schema: Shape, page: string): z.output<Shape> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new MalformedResponse(`${page}: ${rawProblem(parsed.error, value).reason}`)
}

/** As a page lists them: nothing where no row is removed. */
export const toRemovals = (table: CanonicalTable, sourceIds: readonly string[]): Removal[] =>
  sourceIds.length === 0 ? [] : [{ table, sourceIds }]
