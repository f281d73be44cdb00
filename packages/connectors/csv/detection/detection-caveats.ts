import { FILE_KINDS, type FileKindName } from '../mapping.ts'
import { type ColumnProfile, type FileHead, profileColumn } from './column-profile.ts'
import { isOfOtherFile, isOfOtherRow } from './kind-evidence.ts'
import type { RatedKind } from './rate-kinds.ts'
import { ENOUGH_ROWS } from './row-key.ts'

/** A reason why the best kind may be wrong, as a sentence, and the highest certainty that it leaves. */
export interface Caveat {
  readonly text: string
  readonly leaves: 'likely' | 'unsure'
}

const CERTAIN = { score: 8, lead: 4 }
const LIKELY = { score: 4, lead: 1.5 }

const LIST = new Intl.ListFormat('en-US')

/** `“A”, “B”, and “C”`; long lists are cut. */
export const quoteAll = (names: readonly string[]): string => {
  const shown = names.slice(0, 4).map((name) => `“${name}”`)
  return LIST.format(names.length > 4 ? [...shown, `${names.length - 4} more`] : shown)
}

export const kindPhrase = (kind: FileKindName): string => FILE_KINDS[kind].label.toLowerCase()

const isOrAre = (names: readonly string[], one: string, several: string): string =>
  `${quoteAll(names)} ${names.length === 1 ? one : several}`

/** Why the best kind may be wrong, by the file and by the next best kind; empty when nothing speaks against it. */
export const findCaveats = (
  file: FileHead,
  [best, second]: readonly [best: RatedKind, second: RatedKind | undefined],
): Caveat[] => [
  ...caveatsOfFile(file),
  ...caveatsOfFirstColumn(file, best),
  ...caveatsOfColumns(best),
  ...caveatsOfScore(best, second),
]

const caveatsOfFile = ({ columns, sample }: FileHead): Caveat[] => {
  const caveats: Caveat[] = []
  const strange = columns.filter(isOfOtherFile)
  if (isMadeOfValues(columns))
    caveats.push({ leaves: 'unsure', text: 'The first line looks like data, not like column names.' })
  if (strange.length > 0) {
    const text = `${isOrAre(strange, 'usually appears', 'usually appear')} in files that can’t be imported, such as staff or bank lists.`
    caveats.push({ leaves: 'unsure', text })
  }
  if (sample.length < ENOUGH_ROWS) caveats.push({ leaves: 'likely', text: 'The file has few rows.' })
  return caveats
}

/** The first column of a file usually identifies its rows. */
const caveatsOfFirstColumn = ({ columns }: FileHead, { kind, mapping }: RatedKind): Caveat[] => {
  const [first = ''] = columns
  if (isOfOtherRow(first)) {
    const text = `The first column is “${first}”, so rows may be something other than ${kindPhrase(kind)}.`
    return [{ leaves: 'unsure', text }]
  }
  const others = columns.filter(isOfOtherRow)
  if (others.length > 0)
    return [{ leaves: 'likely', text: `${isOrAre(others, 'also appears', 'also appear')} in other kinds of files.` }]
  const isUnknownId = /(?:id|number|no|nr|code)\.?$/i.test(first) && !Object.values(mapping).includes(first)
  return isUnknownId ? [{ leaves: 'likely', text: `Cuvee doesn’t know what “${first}” identifies.` }] : []
}

const VALUE_SHAPES: readonly ColumnProfile['shape'][] = ['date', 'dateTime', 'time', 'email', 'decimal', 'integer']

/** A name such as `2023` occurs; several numbers, or any date, email or amount, do not. */
const isMadeOfValues = (columns: readonly string[]): boolean => {
  const shapes = columns.map((column) => profileColumn([column]).shape).filter((shape) => VALUE_SHAPES.includes(shape))
  return shapes.some((shape) => shape !== 'integer') || shapes.length > columns.length / 3
}

const caveatsOfColumns = ({ missing, unreadable, key, unexplained }: RatedKind): Caveat[] => {
  const caveats: Caveat[] = missing.map((label) => ({
    leaves: missing.length > 1 ? 'unsure' : 'likely',
    text: `No column was found for ${label}.`,
  }))
  if (key.verdict === 'contradicts' && key.text !== null) caveats.push({ leaves: 'unsure', text: key.text })
  if (unreadable.length > 0)
    caveats.push({ leaves: 'likely', text: `The values of ${quoteAll(unreadable)} couldn’t be read.` })
  if (unexplained.length > 0)
    caveats.push({
      leaves: 'likely',
      text: `${isOrAre(unexplained, 'appears', 'appear')} in other kinds of files.`,
    })
  return caveats
}

const caveatsOfScore = (best: RatedKind, second: RatedKind | undefined): Caveat[] => {
  const lead = best.score - (second?.score ?? 0)
  const caveats: Caveat[] = []
  if (second && lead < CERTAIN.lead)
    caveats.push({
      leaves: lead < LIKELY.lead ? 'unsure' : 'likely',
      text: `The columns also fit ${kindPhrase(second.kind)}.`,
    })
  if (best.score < CERTAIN.score)
    caveats.push({
      leaves: best.score < LIKELY.score ? 'unsure' : 'likely',
      text: 'Most columns weren’t recognized.',
    })
  return caveats
}
