import { FILE_KINDS, type FileKindName } from '../mapping.ts'
import type { FileHead } from './column-profile.ts'

/** Rows from which a value that never repeats says something. */
export const ENOUGH_ROWS = 8
/** Share of rows from which repeated keys are no typing errors. */
const SOME_REPEATS = 0.02

export interface KeyFinding {
  readonly verdict: 'agrees' | 'contradicts' | 'silent'
  /** a sentence; null if the values say nothing */
  readonly text: string | null
}

const SILENT: KeyFinding = { verdict: 'silent', text: null }
const SEPARATOR = '\u001f'

/** Whether the values that should identify a row, or an order of several rows, do so. */
export const findKey = (file: FileHead, kind: FileKindName, mapping: Readonly<Record<string, string>>): KeyFinding => {
  const [first, ...others]: readonly string[] = FILE_KINDS[kind].key
  const name = mapping[first ?? '']
  if (name === undefined || file.sample.length < 2) return SILENT
  const keys = keysOf(file, [name, ...others.flatMap((field) => mapping[field] ?? [])])
  if (keys.length < file.sample.length / 2) return { verdict: 'contradicts', text: `“${name}” is blank in most rows.` }
  const repeated = keys.length - new Set(keys).size
  const isRepeated = repeated > keys.length * SOME_REPEATS
  if (!isRepeated && keys.length < ENOUGH_ROWS) return SILENT
  if (kind === 'order_lines')
    return isRepeated
      ? { verdict: 'agrees', text: `“${name}” repeats: several rows share an order.` }
      : { verdict: 'silent', text: `“${name}” is different in every row.` }
  const { row } = FILE_KINDS[kind]
  if (!isRepeated) return { verdict: 'agrees', text: `“${name}” is different in every row: a row is one ${row}.` }
  const text = `“${name}” repeats in ${repeated} of the ${keys.length} rows that were read, so a row isn’t one ${row}.`
  return { verdict: 'contradicts', text }
}

/** Keys of the rows that have one. */
const keysOf = ({ columns, sample }: FileHead, parts: readonly string[]): string[] => {
  const columnIndexes = parts.map((column) => columns.indexOf(column))
  return sample
    .filter((row) => (row[columnIndexes[0] ?? 0] ?? '').trim() !== '')
    .map((row) => columnIndexes.map((index) => row[index]?.trim() ?? '').join(SEPARATOR))
}
