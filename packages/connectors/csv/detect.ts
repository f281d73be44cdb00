import { detectDateFormat } from './date-format.ts'
import {
  FILE_KIND_NAMES,
  FILE_KINDS,
  type FieldMapping,
  type FileKindName,
  fullMapping,
  type Mapping,
} from './mapping.ts'
import { detectPlatform, PLATFORM_EXPORTS, type PlatformExportName } from './platforms.ts'
import { headerKey, type TargetField } from './target-field.ts'

export interface FileHead {
  readonly columns: readonly string[]
  readonly sample: readonly (readonly string[])[]
}

export interface Detection {
  readonly platform: PlatformExportName | null
  readonly kind: FileKindName
  readonly mapping: Mapping
}

/** The detected kind of a file and how its columns fill that kind's fields. `kind` null: detect the kind too. */
export const detectFile = (file: FileHead, kind: FileKindName | null): Detection => {
  const platform = detectPlatform(file.columns)
  if (platform !== null && (kind === null || PLATFORM_EXPORTS[platform].kind === kind)) {
    const preset = PLATFORM_EXPORTS[platform]
    return {
      platform,
      kind: preset.kind,
      mapping: withFormats(file, preset.kind, presentColumns(file, preset.mapping)),
    }
  }
  const found = kind ?? detectKind(file.columns)
  return { platform, kind: found, mapping: withFormats(file, found, proposeMapping(file.columns, found)) }
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

/** The first kind whose required fields are all found, else the one with the most found; lines before orders. */
const detectKind = (columns: readonly string[]): FileKindName => {
  const order: readonly FileKindName[] = ['order_lines', ...FILE_KIND_NAMES.filter((name) => name !== 'order_lines')]
  const rated = order.map((kind) => {
    const mapping = proposeMapping(columns, kind)
    const missing = missingFields(kind, mapping).length
    return { kind, score: Object.keys(mapping).length - 100 * missing }
  })
  return rated.reduce((best, one) => (one.score > best.score ? one : best)).kind
}

/** Each column maps to the first field that knows its name; a field's own name comes before its other names. */
export const proposeMapping = (columns: readonly string[], kind: FileKindName): Mapping => {
  const free = new Map(columns.map((column) => [headerKey(column), column]))
  const mapping: Record<string, string> = {}
  const deepest = Math.max(...FILE_KINDS[kind].fields.map(({ names }) => names.length))
  for (let depth = 0; depth < deepest; depth++) {
    for (const { name, names } of FILE_KINDS[kind].fields) {
      const key = names[depth]
      const column = key === undefined ? undefined : free.get(key)
      if (key === undefined || column === undefined || mapping[name] !== undefined) continue
      mapping[name] = column
      free.delete(key)
    }
  }
  return mapping
}

/** Labels of required fields that are not filled; alternatives are joined by "or". */
export const missingFields = (kind: FileKindName, mapping: Mapping): string[] => {
  const { fields, oneOf } = FILE_KINDS[kind]
  const isFilled = (name: string) => {
    const given = mapping[name]
    if (given === undefined) return false
    const { column, fallback } = fullMapping(given)
    return column !== null || fallback !== null
  }
  const label = (name: string) => fields.find((field) => field.name === name)?.label ?? name
  const required = fields.filter((field) => field.required && !isFilled(field.name)).map((field) => field.label)
  const groups = oneOf.filter((group) => !group.some(isFilled)).map((group) => group.map(label).join(' or '))
  return [...required, ...groups]
}

/** Nonempty values of a column. */
export const columnSample = ({ columns, sample }: FileHead, column: string): string[] => {
  const index = columns.indexOf(column)
  return sample.flatMap((row) => row[index]?.trim() || [])
}

const withFormats = (file: FileHead, kind: FileKindName, mapping: Mapping): Mapping => {
  const dated = new Set(FILE_KINDS[kind].fields.filter(isDated).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(mapping).map(([name, given]): [string, FieldMapping] => {
      const { column, fallback } = fullMapping(given)
      if (!dated.has(name) || column === null) return [name, given]
      const format = detectDateFormat(columnSample(file, column))
      if (format === null || 'choices' in format)
        return [name, fallback === null ? column : { column, default: fallback }]
      return [name, { column, format: format.name, ...(fallback === null ? {} : { default: fallback }) }]
    }),
  )
}

const isDated = ({ type }: TargetField): boolean => type === 'moment' || type === 'day'
