import { FILE_KINDS, type FileKindName } from '../mapping.ts'
import type { TargetField } from '../target-field.ts'
import { type FileHead, profileColumn } from './column-profile.ts'
import { type Caveat, findCaveats, kindPhrase, quoteAll } from './detection-caveats.ts'
import type { Profiles } from './propose-mapping.ts'
import { type RatedKind, rateKinds } from './rate-kinds.ts'

/** `certain`: everything fits one kind · `likely`: worth a look · `unsure`: a person must choose */
type Certainty = 'certain' | 'likely' | 'unsure'

export interface KindDetection {
  readonly kind: FileKindName
  readonly certainty: Certainty
  /** sentences: why this kind, then what speaks against it */
  readonly reasons: readonly string[]
  /** the next best kind and what speaks against it; null if no other comes near */
  readonly runnerUp: { readonly kind: FileKindName; readonly reasons: readonly string[] } | null
}

export const profileColumns = ({ columns, sample }: FileHead): Profiles =>
  new Map(columns.map((column, index) => [column, profileColumn(sample.map((row) => row[index] ?? ''))]))

/** The kind that names and values of the columns fit best, and how far it can be trusted. */
export const detectKind = (file: FileHead, profiles: Profiles = profileColumns(file)): KindDetection => {
  const [best, second] = rateKinds(file, profiles)
  if (!best) throw new Error('There are no kinds of files')
  const caveats = findCaveats(file, [best, second])
  return {
    kind: best.kind,
    certainty: certaintyOf(caveats),
    reasons: [...reasonsFor(best, profiles), ...caveats.map(({ text }) => text)],
    runnerUp: second && second.score > 0 ? { kind: second.kind, reasons: reasonsAgainst(second) } : null,
  }
}

const certaintyOf = (caveats: readonly Caveat[]): Certainty => {
  if (caveats.length === 0) return 'certain'
  return caveats.some(({ leaves }) => leaves === 'unsure') ? 'unsure' : 'likely'
}

const reasonsFor = ({ kind, mapping, key }: RatedKind, profiles: Profiles): string[] => {
  const fields: readonly TargetField[] = FILE_KINDS[kind].fields
  const typical = fields.flatMap(({ name, required }) => (required ? (mapping[name] ?? []) : []))
  const times = columnsOf(mapping, profiles, 'dateTime')
  const emails = columnsOf(mapping, profiles, 'email')
  return [
    ...(typical.length > 0
      ? [`${quoteAll(typical)} ${typical.length === 1 ? 'fits' : 'fit'} ${kindPhrase(kind)}.`]
      : []),
    ...(key.verdict === 'agrees' && key.text !== null ? [key.text] : []),
    ...(times.length > 0 ? [`${quoteAll(times)} has times of day.`] : []),
    ...(emails.length > 0 ? [`${quoteAll(emails)} has email addresses.`] : []),
  ]
}

const columnsOf = (mapping: RatedKind['mapping'], profiles: Profiles, shape: string): string[] =>
  [...new Set(Object.values(mapping))].filter((column) => profiles.get(column)?.shape === shape).slice(0, 1)

const reasonsAgainst = ({ key, missing, unexplained, kind }: RatedKind): string[] => [
  ...(key.verdict === 'contradicts' && key.text !== null ? [key.text] : []),
  ...(missing.length > 0 ? [`No column was found for ${missing.join(', ')}.`] : []),
  ...(unexplained.length > 0
    ? [`${quoteAll(unexplained)} ${unexplained.length === 1 ? 'isn’t' : 'aren’t'} used for ${kindPhrase(kind)}.`]
    : []),
]
