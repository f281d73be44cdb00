import { fileError } from './file-problem.ts'

/** Columns and delimiter that rows are written with. */
export interface TableHead {
  readonly columns: readonly string[]
  readonly delimiter: string
}

export const DELIMITERS = [',', ';', '\t', '|'] as const
const MAX_COLUMNS = 500
const MAX_NAME_LENGTH = 500

/** The candidate that occurs most often outside quotes in the header; a comma if none does. */
export const detectDelimiter = (header: string): string => {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '')
  const uses = (delimiter: string) => unquoted.split(delimiter).length
  return DELIMITERS.reduce((best, candidate) => (uses(candidate) > uses(best) ? candidate : best))
}

/** The trimmed column names; an empty one gets its number, and so does a name that stands further to the left too: `Notes (2)`. */
export const columnNames = (given: readonly string[], line: number): string[] => {
  if (given.length > MAX_COLUMNS) throw fileError(`The header has more than ${MAX_COLUMNS} columns`, line)
  const names = new Set<string>()
  for (const [index, one] of given.entries()) {
    const name = one.trim() || `Column ${index + 1}`
    if (name.length > MAX_NAME_LENGTH) throw fileError(`The name of column ${index + 1} is too long`, line)
    let own = name
    for (let count = 2; names.has(own); count += 1) own = `${name} (${count})`
    names.add(own)
  }
  return [...names]
}

/** Sentences about columns that have the name of another one. */
export const repeatedNames = (given: readonly string[], names: readonly string[]): string[] =>
  names.flatMap((name, index) => {
    const written = given[index]?.trim()
    return written && written !== name
      ? [`The header has “${written}” more than once; column ${index + 1} is “${name}”`]
      : []
  })

/** Index just after the header's last byte, or -1 if the header is incomplete: the delimiter is not known yet. */
export const headerEnd = (input: Uint8Array, start: number): number => {
  let isQuoted = false
  for (let i = start; i < input.length; i++) {
    const byte = input[i]
    if (byte === 34) isQuoted = !isQuoted
    else if (!isQuoted && (byte === 10 || byte === 13)) return i
  }
  return -1
}
