import { FILE_KIND_NAMES, FILE_KINDS, type FileKindName, missingFields } from '../mapping.ts'
import { headerKey, type TargetField } from '../target-field.ts'
import { type ColumnProfile, canFill, type FileHead } from './column-profile.ts'
import { evidenceWeight, HINTS } from './kind-evidence.ts'
import { type Profiles, proposeMapping } from './propose-mapping.ts'
import { findKey, type KeyFinding } from './row-key.ts'

export interface RatedKind {
  readonly kind: FileKindName
  readonly score: number
  readonly mapping: Readonly<Record<string, string>>
  /** labels of required fields without a column */
  readonly missing: readonly string[]
  /** columns of required fields whose values those fields cannot read */
  readonly unreadable: readonly string[]
  readonly key: KeyFinding
  /** columns that only other kinds have a field for, and that matter there */
  readonly unexplained: readonly string[]
}

const MISSING_REQUIRED = 4
const KEY_WEIGHTS = { agrees: 2, contradicts: -6, silent: 0 } as const
/** How much a column that only another kind has a field for counts against a kind, as a share of its weight there. */
const UNEXPLAINED = 0.6
/** A column without values says little: exports have all columns of their platform. */
const EMPTY_COLUMN = 0.3

/** All kinds by how well the columns and their values fit, best first. */
export const rateKinds = (file: FileHead, profiles: Profiles): RatedKind[] => {
  // Of equal scores the first wins: a file of lines also has the columns of orders.
  const kinds: readonly FileKindName[] = ['order_lines', ...FILE_KIND_NAMES.filter((kind) => kind !== 'order_lines')]
  const proposals = new Map(kinds.map((kind) => [kind, proposeMapping(file.columns, kind, profiles)]))
  return kinds.map((kind) => rate(file, profiles, kind, proposals)).sort((a, b) => b.score - a.score)
}

type Proposals = ReadonlyMap<FileKindName, Readonly<Record<string, string>>>

const rate = (file: FileHead, profiles: Profiles, kind: FileKindName, proposals: Proposals): RatedKind => {
  const mapping = proposals.get(kind) ?? {}
  const taken = new Set(Object.values(mapping))
  const share = (column: string) =>
    file.sample.length > 0 && profiles.get(column)?.shape === 'empty' ? EMPTY_COLUMN : 1
  const others = file.columns
    .filter((column) => !taken.has(column))
    .map((column) => ({ column, weight: weightElsewhere(column, kind, proposals) * share(column) }))
  const unreadable = unreadableColumns(kind, mapping, profiles)
  const missing = missingFields(kind, mapping)
  const key = findKey(file, kind, mapping)
  const score =
    sumNumbers(Object.entries(mapping).map(([field, column]) => evidenceWeight(kind, field, column) * share(column))) +
    hintsFor(file, kind, taken).length -
    sumNumbers(others.map(({ weight }) => weight * UNEXPLAINED)) -
    (missing.length + unreadable.length) * MISSING_REQUIRED +
    KEY_WEIGHTS[key.verdict]
  const unexplained = others.filter(({ weight }) => weight >= 1).map(({ column }) => column)
  return { kind, score, mapping, missing, unreadable, key, unexplained }
}

const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const hintsFor = ({ columns }: FileHead, kind: FileKindName, taken: ReadonlySet<string>): string[] =>
  HINTS.filter((hint) => hint.kind === kind).flatMap((hint) =>
    columns.filter((column) => hint.columns.has(headerKey(column)) && !taken.has(column)),
  )

/** The highest weight that another kind gives the column. */
const weightElsewhere = (column: string, kind: FileKindName, proposals: Proposals): number => {
  const weights = [...proposals].flatMap(([other, mapping]) =>
    Object.entries(mapping).flatMap(([field, taken]) =>
      other !== kind && taken === column ? [evidenceWeight(other, field, column)] : [],
    ),
  )
  return Math.max(0, ...weights)
}

/** Columns of required fields, and of fields of which one is required, whose values those fields cannot read. */
export const unreadableColumns = (
  kind: FileKindName,
  mapping: Readonly<Record<string, string>>,
  profiles: Profiles,
): string[] =>
  Object.entries(mapping)
    .filter(([field, column]) => !isPlausible(kind, field, profiles.get(column)))
    .map(([, column]) => column)

const isPlausible = (kind: FileKindName, name: string, profile: ColumnProfile | undefined): boolean => {
  const fields: readonly TargetField[] = FILE_KINDS[kind].fields
  const field = fields.find((one) => one.name === name)
  const isNeeded = field?.required || FILE_KINDS[kind].oneOf.some((group: readonly string[]) => group.includes(name))
  if (!field || !isNeeded || !profile || profile.rows === 0) return true
  if (profile.shape === 'empty') return false
  return canFill(field.type, name, profile) && (name !== 'guests' || profile.isSmallInteger)
}
