import { FILE_KINDS, type FileKindName } from '../mapping.ts'
import { headerKey, type TargetField } from '../target-field.ts'
import { type ColumnProfile, canFill } from './column-profile.ts'

export type Profiles = ReadonlyMap<string, ColumnProfile>

/** Proposed columns by field: the names decide, and values that a field cannot read rule a column out. */
export const proposeMapping = (
  columns: readonly string[],
  kind: FileKindName,
  profiles: Profiles = new Map(),
): Readonly<Record<string, string>> => {
  const fields: readonly TargetField[] = FILE_KINDS[kind].fields
  const free = new Map(exactly(columns))
  const mapping: Record<string, string> = {}
  const take = (field: TargetField, column: string): void => {
    mapping[field.name] = column
    for (const [other, one] of free) if (one === column) free.delete(other)
  }
  const deepest = Math.max(...fields.map(({ names }) => names.length))
  const byName = (accepts: (field: TargetField, column: string) => boolean): void => {
    for (let depth = 0; depth < deepest; depth++) {
      for (const field of fields) {
        const key = field.names[depth]
        const column = key === undefined ? undefined : free.get(key)
        if (key === undefined || column === undefined || mapping[field.name] !== undefined) continue
        if (accepts(field, column)) take(field, column)
      }
    }
  }
  const readable = (field: TargetField, column: string) => isReadable(field, profiles.get(column))
  byName(readable)
  for (const [key, column] of looserNames([...free.values()])) if (!free.has(key)) free.set(key, column)
  byName((field, column) => readable(field, column) && mayBeLooser(kind, field, column))
  // A required field keeps a column of its name whose values cannot be read, because the file's problems then name that column.
  const oneOf: readonly (readonly string[])[] = FILE_KINDS[kind].oneOf
  const open = oneOf.filter((group) => !group.some((name) => mapping[name] !== undefined)).flat()
  byName((field) => field.required || open.includes(field.name))
  for (const field of fields) if (field.required && mapping[field.name] === undefined) takeOver(field, fields, mapping)
  for (const field of fields.filter(({ required, type }) => required && type === 'moment')) {
    const column = mapping[field.name] === undefined ? onlyDate(free, profiles) : undefined
    if (column !== undefined) take(field, column)
  }
  return mapping
}

/** A column of tax may have its rate in its name, with or without a percent sign; a column without one goes before them. */
const TAX_WITH_RATE = /^(tax|vat|gst|iva|tva|mwst)[\s_-]*\(?\d+(?:[.,]\d+)?\s*%?\)?$/i

const exactly = (columns: readonly string[]) => columns.map((column) => [headerKey(column), column] as const)

/** Without what a name says besides: a rate of tax, a remark in parentheses, `Order` before and `amount` behind. */
const looserKey = (column: string): string => {
  const rated = TAX_WITH_RATE.exec(column.trim())?.[1]
  return headerKey(rated ?? column.replaceAll(/\(.*?\)/g, '')).replace(/^order(?=.)|(?<=.)amount$/g, '')
}

const OF_LINES = ['lineId', 'quantity', 'unitPrice', 'lineAmount', 'unitCost', 'lineCost', 'discount']

/** An amount is no ID, what is an order's is no line's, and a remark in parentheses says which amount it is, but for a tax. */
const mayBeLooser = (kind: FileKindName, { name, type }: TargetField, column: string): boolean => {
  if (/amount\W*$/i.test(column) && type === 'id') return false
  if (kind === 'order_lines' && /^order/i.test(column) && OF_LINES.includes(name)) return false
  return !column.includes('(') || (name === 'tax' ? !/rate|excl/i.test(column) : type !== 'money' && type !== 'price')
}

/** A looser name that several columns share names none of them, but for taxes, of which the last counts. */
const looserNames = (columns: readonly string[]) => {
  const named = Map.groupBy(columns, looserKey)
  return [...named].flatMap(([key, [column, ...others]]) =>
    column !== undefined && (others.length === 0 || TAX_WITH_RATE.test(column.trim()))
      ? [[key, others.at(-1) ?? column] as const]
      : [],
  )
}

/** A required field takes a column that it knows from an optional one: an order number identifies orders if nothing else does. */
const takeOver = (field: TargetField, fields: readonly TargetField[], mapping: Record<string, string>): void => {
  const isOptional = (name: string) => fields.some((other) => other.name === name && !other.required)
  const found = Object.entries(mapping).find(
    ([name, column]) => isOptional(name) && field.names.includes(headerKey(column)),
  )
  if (!found) return
  const [name, column] = found
  delete mapping[name]
  mapping[field.name] = column
}

const isReadable = ({ type, name }: TargetField, profile: ColumnProfile | undefined): boolean =>
  profile === undefined || canFill(type, name, profile)

/** The only column of dates that no field has taken; undefined if there are several. */
const onlyDate = (free: ReadonlyMap<string, string>, profiles: Profiles): string | undefined => {
  const isDate = (column: string) => ['date', 'dateTime'].includes(profiles.get(column)?.shape ?? 'empty')
  const [first, ...others] = [...new Set(free.values())].filter(isDate)
  return others.length === 0 ? first : undefined
}
