import { RENAMED_TIME_ZONES } from '#domain/locale.ts'
import { type DateFormat, detectDateFormat, parseDateFormat } from './date-format.ts'
import { columnSample, type FileHead, missingFields } from './detect.ts'
import type { FileProblem } from './file-problem.ts'
import { FILE_KINDS, type FileKindName, type FullMapping, fullMapping, type Mapping } from './mapping.ts'
import type { FieldType, TargetField } from './target-field.ts'

/** Time zone names used by point-of-sale systems in addition to the IANA names. */
const WRITTEN: Readonly<Record<string, string>> = {
  'pacific time (us & canada)': 'America/Los_Angeles',
  'mountain time (us & canada)': 'America/Denver',
  'central time (us & canada)': 'America/Chicago',
  'eastern time (us & canada)': 'America/New_York',
  'atlantic time (canada)': 'America/Halifax',
  'pacific time': 'America/Los_Angeles',
  'mountain time': 'America/Denver',
  'central time': 'America/Chicago',
  'eastern time': 'America/New_York',
  arizona: 'America/Phoenix',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
  newfoundland: 'America/St_Johns',
  london: 'Europe/London',
  dublin: 'Europe/Dublin',
  paris: 'Europe/Paris',
  madrid: 'Europe/Madrid',
  sydney: 'Australia/Sydney',
  melbourne: 'Australia/Melbourne',
  adelaide: 'Australia/Adelaide',
  brisbane: 'Australia/Brisbane',
  perth: 'Australia/Perth',
  auckland: 'Pacific/Auckland',
  utc: 'UTC',
  gmt: 'UTC',
}

/** Lower-case name → IANA name. */
const zoneNames = (): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    [...Intl.supportedValuesOf('timeZone'), ...Object.values(RENAMED_TIME_ZONES)].map((zone) => [
      zone.toLowerCase(),
      zone,
    ]),
  ),
  ...WRITTEN,
})

/** A field and how it is read from the file. */
export interface ImportField {
  /** index of the column, from 0; null: only the default */
  readonly column: number | null
  readonly fallback: string | null
  readonly type: FieldType
  readonly required: boolean
  readonly dateFormats: readonly string[]
  readonly dateFormatName: string | null
  readonly hasZone: boolean
  readonly hasDecimalComma: boolean
  readonly codes: Readonly<Record<string, string>>
}

export interface ImportFields {
  readonly fields: Readonly<Record<string, ImportField>>
  /** reasons why the file cannot be imported; empty when it can */
  readonly problems: readonly FileProblem[]
}

const DECIMAL_COMMA = '1.234,56'

/** Reads a mapping against a file: finds columns, determines date formats, and reports what is missing or undecided. */
export const importFields = (file: FileHead, kind: FileKindName, mapping: Mapping): ImportFields => {
  const problems: FileProblem[] = []
  const fields: Record<string, ImportField> = {}
  for (const [name, given] of Object.entries(mapping)) {
    const target = FILE_KINDS[kind].fields.find((field) => field.name === name)
    const full = fullMapping(given)
    if (full.column === null && full.fallback === null) continue
    const result = target ? importField(file, kind, target, full, mapping) : ask(null, null, unknownField(name))
    if ('message' in result) problems.push(result)
    else fields[name] = result
  }
  const missing = missingFields(kind, mapping).map((label) => ask(null, null, `Choose a column for ${label}`))
  return { fields, problems: [...missing, ...problems] }
}

const ask = (column: string | null, value: string | null, message: string): FileProblem => ({
  line: null,
  column,
  value,
  message,
})

const unknownField = (name: string): string => `There is no field named ${name.slice(0, 100)}`

const importField = (
  file: FileHead,
  kind: FileKindName,
  target: TargetField,
  full: FullMapping,
  mapping: Mapping,
): ImportField | FileProblem => {
  const index = full.column === null ? null : file.columns.indexOf(full.column)
  if (index === -1) return ask(full.column, null, `The file has no column with this name, selected for ${target.label}`)
  const date = isDated(target) ? dateFormat(file, full) : null
  if (date !== null && 'message' in date) return date
  return {
    column: index,
    fallback: full.fallback,
    type: target.type,
    required: isRequiredInRow(kind, target, mapping),
    dateFormats: date?.strptime ?? [],
    dateFormatName: date?.name ?? null,
    hasZone: date?.hasZone ?? false,
    hasDecimalComma: full.format === DECIMAL_COMMA,
    codes: target.type === 'zone' ? zoneNames() : (target.codes ?? {}),
  }
}

const isDated = ({ type }: TargetField): boolean => type === 'moment' || type === 'day'

/** An order's date may be in only one of its rows; of alternatives, the first that is mapped is required. */
const isRequiredInRow = (kind: FileKindName, { name, required }: TargetField, mapping: Mapping): boolean => {
  if (kind === 'order_lines' && name === 'orderDate') return false
  const group = FILE_KINDS[kind].oneOf.find((names: readonly string[]) => names.includes(name))
  return required || group?.find((one) => mapping[one] !== undefined) === name
}

const dateFormat = (file: FileHead, { column, format, fallback }: FullMapping): DateFormat | FileProblem => {
  if (format !== null) {
    const tokens = 'YYYY MM DD D M HH H hh mm ss A Z'
    return parseDateFormat(format) ?? ask(column, format, `A date format must contain year, month, and day: ${tokens}`)
  }
  const values = column === null ? [fallback ?? ''] : columnSample(file, column)
  // A column without values is read as ISO dates; a later value in another format is reported as a problem of its row.
  const found = values.length === 0 ? parseDateFormat('YYYY-MM-DD') : detectDateFormat(values)
  const [example = null] = values
  if (found === null) return ask(column, example, 'Choose the date format: the dates don’t all use one known format')
  if (!('choices' in found)) return found
  return ask(column, example, `Choose the date format: ${found.choices.join(' or ')}; the dates match both`)
}
