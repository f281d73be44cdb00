import type { FieldType } from '#domain/field-source.ts'
import { detectDates } from './detect-dates.ts'
import { columnTexts, type FileHead } from './detection/column-profile.ts'
import { completeMapping, withSku } from './detection/complete-mapping.ts'
import { detectKind, type KindDetection, profileColumns } from './detection/detect-kind.ts'
import { detectUnpivot, matchChannelHeadings } from './detection/detect-unpivot.ts'
import { quoteAll } from './detection/detection-caveats.ts'
import { type Profiles, proposeMapping } from './detection/propose-mapping.ts'
import { unreadableColumns } from './detection/rate-kinds.ts'
import { FILE_KINDS, type FieldMapping, type FileKindName, fullMapping, type Mapping } from './mapping.ts'
import { discountFormat, isDiscountField, NUMBER_STYLE_NAMES, styleEvidence } from './number-style.ts'
import { detectPlatform, PLATFORM_EXPORTS, type PlatformExportName } from './platforms.ts'
import { headerKey, isDateType } from './target-field.ts'
import { CELL_FIELDS, cellColumns, unpivotedHead, withComposedId } from './unpivot.ts'

export interface Detection {
  readonly platform: PlatformExportName | null
  /** the asked kind, else the detected one */
  readonly kind: FileKindName
  readonly mapping: Mapping
  /** columns whose filled cells become a record each; null: a row is one record */
  readonly unpivot: readonly string[] | null
  /** what the file seems to be, whatever kind was asked for */
  readonly detected: KindDetection
}

/**
 * The detected kind of a file and how its columns fill that kind's fields. `kind` null: detect the kind too. `unpivot`: columns
 * whose cells are records; null: none; undefined: detect them too.
 */
export const detectFile = (
  file: FileHead,
  kind: FileKindName | null,
  unpivot?: readonly string[] | null,
): Detection => {
  const profiles = profileColumns(file)
  const platform = detectPlatform(file.columns)
  const cells = unpivot ?? (unpivot === undefined && platform === null ? detectUnpivot(file, profiles) : null)
  const unpivoted =
    cells === null || (kind !== null && CELL_FIELDS[kind] === undefined) ? null : detectUnpivoted(file, kind, cells)
  if (unpivoted !== null && (unpivot || unpivoted.kind === 'orders')) return unpivoted
  const detected = platform === null ? detectKind(file, profiles) : detectExport(file, platform, profiles)
  const asked = kind ?? detected.kind
  const isPreset = platform !== null && PLATFORM_EXPORTS[platform].kind === asked
  const mapping = isPreset
    ? withSku(asked, presentColumns(file, PLATFORM_EXPORTS[platform].mapping))
    : completeMapping(file, asked, proposeMapping(file.columns, asked, profiles), profiles)
  return { platform, kind: asked, mapping: withFormats(file, asked, mapping), unpivot: null, detected }
}

/** Detects the kind of a file as if the heading of a cell were its channel and the cell an amount. */
const detectUnpivoted = (file: FileHead, kind: FileKindName | null, unpivot: readonly string[]): Detection => {
  const head = unpivotedHead(file, unpivot)
  const cell = cellColumns(file.columns)
  const own = file.columns.filter((column) => !unpivot.includes(column))
  const columnIndexes = [...own, cell.heading, cell.value].map((column) => head.columns.indexOf(column))
  const firstRows = new Map(head.sample.map((row) => [row.slice(0, file.columns.length).join('\n'), row]))
  const pick = (row: readonly string[]) => columnIndexes.map((index) => row[index] ?? '')
  const named = { columns: [...own, 'Channel', 'Net sales'], sample: [...firstRows.values()].map(pick) }
  const found = detectKind(named)
  const asked = kind ?? found.kind
  const profiles = profileColumns(head)
  const fields = CELL_FIELDS[asked]
  const rest = Object.entries(proposeMapping(own, asked, profiles)).filter(
    ([field]) => field !== fields?.heading && field !== fields?.value,
  )
  const cells = fields === undefined ? {} : { [fields.heading]: cell.heading, [fields.value]: cell.value }
  const channels = matchChannelHeadings(unpivot)
  const coded = Object.keys(channels).length === 0 ? {} : { channel: { column: cell.heading, values: channels } }
  const proposed = withFormats(head, asked, { ...Object.fromEntries(rest), ...cells })
  const mapping = fields?.heading === 'channel' ? { ...proposed, ...coded } : proposed
  const reason = `Each filled cell of ${quoteAll(unpivot)} becomes a record of its own.`
  const reasons = [reason, ...found.reasons.filter((text) => !/“(?:Channel|Net sales)”/.test(text))]
  const certainty = found.certainty === 'certain' ? 'likely' : found.certainty
  const detected = { ...found, certainty, reasons }
  return { platform: null, kind: asked, mapping: withComposedId(asked, mapping, cell), unpivot, detected }
}

/** A header of a platform decides, unless the values of the columns do not fit it. */
const detectExport = (file: FileHead, platform: PlatformExportName, profiles: Profiles): KindDetection => {
  const { title, kind, mapping } = PLATFORM_EXPORTS[platform]
  const columns = Object.entries(presentColumns(file, mapping)).flatMap(([field, given]): [string, string][] => {
    const { column, fallback } = fullMapping(given)
    return column === null || fallback !== null ? [] : [[field, column]]
  })
  const odd = unreadableColumns(kind, Object.fromEntries(columns), profiles)
  const reasons = [
    `The columns match ${title}.`,
    ...(odd.length > 0 ? [`The values of ${quoteAll(odd)} couldn’t be read.`] : []),
  ]
  const isCertain = odd.length === 0 && file.sample.length > 0
  return { kind, certainty: isCertain ? 'certain' : 'likely', reasons, runnerUp: null }
}

const presentColumns = ({ columns }: FileHead, preset: Mapping): Mapping => {
  const byKey = new Map(columns.map((column) => [headerKey(column), column]))
  return Object.fromEntries(
    Object.entries(preset).flatMap(([name, mapping]): [string, FieldMapping][] => {
      const { column } = fullMapping(mapping)
      const actual = byKey.get(headerKey(column ?? ''))
      if (actual === undefined) return []
      return [[name, typeof mapping === 'string' ? actual : { ...mapping, column: actual }]]
    }),
  )
}

const isDayFirst = (format: string): boolean => format.indexOf('D') < format.indexOf('M')

/** Whether the days of a file come first in its dates, by the columns that fit one order only; null without one, or if they differ. */
const dayOrderOf = (columns: readonly (readonly string[])[]): boolean | null => {
  const orders = columns.flatMap((texts) => {
    const found = detectDates(texts)
    if (found === null || !('name' in found)) return []
    const { name } = found
    return name.includes('D') && name.includes('M') && !name.startsWith('Y') ? [isDayFirst(name)] : []
  })
  return new Set(orders).size === 1 ? (orders[0] ?? null) : null
}

const withFormats = (file: FileHead, kind: FileKindName, mapping: Mapping): Mapping => {
  const types = new Map(FILE_KINDS[kind].fields.map(({ name, type }) => [name, type]))
  const dated = Object.entries(mapping).flatMap(([name, given]) => {
    const { column } = fullMapping(given)
    return isDateType(types.get(name)) && column !== null ? [columnTexts(file, column)] : []
  })
  const dayFirst = dayOrderOf(dated)
  return Object.fromEntries(
    Object.entries(mapping).map(([name, given]): [string, FieldMapping] => {
      const { column, joined, format } = fullMapping(given)
      const type = types.get(name)
      if (joined.length > 0 || column === null || type === undefined) return [name, given]
      const found = foundFormat({ type, name, column, texts: columnTexts(file, column), dayFirst }) ?? format
      if (found === null) return [name, given]
      return [name, { ...(typeof given === 'string' ? {} : given), column, format: found }]
    }),
  )
}

interface FilledField {
  readonly type: FieldType
  readonly name: string
  readonly column: string
  readonly texts: readonly string[]
  /** the order of the file's other dates; null: unknown */
  readonly dayFirst: boolean | null
}

/** The format to state in a proposed mapping: of dates always, of numbers if it is not the usual one. */
const foundFormat = ({ type, name, column, texts, dayFirst }: FilledField): string | null => {
  if (isDateType(type)) {
    const found = detectDates(texts)
    if (found !== null && 'choices' in found && dayFirst !== null)
      return found.choices.find((choice) => !choice.startsWith('Y') && isDayFirst(choice) === dayFirst) ?? null
    return found !== null && 'name' in found ? found.name : null
  }
  if (!['number', 'integer', 'price', 'money'].includes(type)) return null
  if (isDiscountField(name) && discountFormat(texts, column) === 'percent') return 'percent'
  const { point, comma } = styleEvidence(texts)
  return comma !== null && point === null ? NUMBER_STYLE_NAMES.comma : null
}
