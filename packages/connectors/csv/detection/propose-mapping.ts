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
  const free = new Map([...columns.map((column) => [nameKey(column), column] as const), ...exactly(columns)])
  const mapping: Record<string, string> = {}
  const take = (field: TargetField, key: string, column: string): void => {
    mapping[field.name] = column
    free.delete(key)
  }
  const deepest = Math.max(...fields.map(({ names }) => names.length))
  const byName = (accepts: (field: TargetField, column: string) => boolean): void => {
    for (let depth = 0; depth < deepest; depth++) {
      for (const field of fields) {
        const key = field.names[depth]
        const column = key === undefined ? undefined : free.get(key)
        if (key === undefined || column === undefined || mapping[field.name] !== undefined) continue
        if (accepts(field, column)) take(field, key, column)
      }
    }
  }
  byName((field, column) => isReadable(field, profiles.get(column)))
  // A required field keeps a column of its name whose values cannot be read, because the file's problems then name that column.
  const oneOf: readonly (readonly string[])[] = FILE_KINDS[kind].oneOf
  const open = oneOf.filter((group) => !group.some((name) => mapping[name] !== undefined)).flat()
  byName((field) => field.required || open.includes(field.name))
  for (const field of fields) if (field.required && mapping[field.name] === undefined) takeOver(field, fields, mapping)
  for (const field of fields.filter(({ required, type }) => required && type === 'moment')) {
    const [key, column] = mapping[field.name] === undefined ? onlyDate(free, profiles) : []
    if (key !== undefined && column !== undefined) take(field, key, column)
  }
  return mapping
}

/** A column of tax may have its rate in its name, with or without a percent sign; a column without one goes before them. */
const TAX_WITH_RATE = /^(tax|vat|gst|iva|tva|mwst)[\s_-]*\(?\d+(?:[.,]\d+)?\s*%?\)?$/i

const exactly = (columns: readonly string[]) => columns.map((column) => [headerKey(column), column] as const)

const nameKey = (column: string): string => headerKey(TAX_WITH_RATE.exec(column.trim())?.[1] ?? column)

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

/** The only column of dates that no field has taken; nothing if there are several. */
const onlyDate = (free: ReadonlyMap<string, string>, profiles: Profiles): readonly [key?: string, column?: string] => {
  const dates = [...free].filter(([, column]) => ['date', 'dateTime'].includes(profiles.get(column)?.shape ?? 'empty'))
  const [first] = dates
  return dates.length === 1 && first ? first : []
}
