import { CsvFileError } from './file-problem.ts'

export const DELIMITERS = [',', ';', '\t', '|'] as const
const MAX_COLUMNS = 500
const MAX_NAME_LENGTH = 500

/** The candidate that occurs most often outside quotes in the header; a comma if none does. */
export const delimiterOf = (header: string): string => {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '')
  const uses = (delimiter: string) => unquoted.split(delimiter).length
  return DELIMITERS.reduce((best, candidate) => (uses(candidate) > uses(best) ? candidate : best))
}

const headerError = (line: number, column: string | null, message: string): CsvFileError =>
  new CsvFileError({ line, column, value: null, message })

/** The trimmed column names; an empty one gets its number. Throws on duplicates. */
export const columnNames = (given: readonly string[], line: number): string[] => {
  const names = given.map((name, index) => name.trim() || `Column ${index + 1}`)
  if (names.length > MAX_COLUMNS) throw headerError(line, null, `The header has more than ${MAX_COLUMNS} columns`)
  const seen = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    if (name.length > MAX_NAME_LENGTH) throw headerError(line, null, `The name of column ${index + 1} is too long`)
    const earlier = seen.get(name)
    if (earlier !== undefined) {
      const message = `The header has this column twice, as column ${earlier + 1} and column ${index + 1}`
      throw headerError(line, name, message)
    }
    seen.set(name, index)
  }
  return names
}

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
