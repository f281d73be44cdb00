/** The values of one row; quotes inside unquoted values are kept as they are. */
export const parseRow = (text: string, delimiter: string): string[] => {
  const values: string[] = []
  let at = 0
  for (;;) {
    const { value, end } = text[at] === '"' ? quotedValue(text, at, delimiter) : spacedValue(text, at, delimiter)
    values.push(value)
    if (end >= text.length) return values
    at = end + 1
  }
}

const plainValue = (text: string, at: number, delimiter: string): { value: string; end: number } => {
  const found = text.indexOf(delimiter, at)
  const end = found < 0 ? text.length : found
  return { value: text.slice(at, end), end }
}

/** A value that is quoted behind spaces, such as in `1, "a, b"`; else a plain one. */
const spacedValue = (text: string, at: number, delimiter: string): { value: string; end: number } => {
  SPACED_QUOTE.lastIndex = at
  const quote = text[at] === ' ' ? (SPACED_QUOTE.exec(text)?.[0].length ?? 0) : 0
  const end = quote === 0 ? -1 : at + quote
  const isWhole = end === text.length || text[end] === delimiter
  return isWhole
    ? { value: text.slice(at, end).trim().slice(1, -1).replaceAll('""', '"'), end }
    : plainValue(text, at, delimiter)
}

/** Spaces, a quoted text, and spaces. */
const SPACED_QUOTE = / +"[^"]*(?:""[^"]*)*" */y

const quotedValue = (text: string, at: number, delimiter: string): { value: string; end: number } => {
  let close = at + 1
  for (;;) {
    const quote = text.indexOf('"', close)
    if (quote < 0) return plainValue(text, at, delimiter)
    if (text[quote + 1] !== '"') {
      const { value: rest, end } = plainValue(text, quote + 1, delimiter)
      return { value: text.slice(at + 1, quote).replaceAll('""', '"') + (rest.trim() === '' ? '' : rest), end }
    }
    close = quote + 2
  }
}

/** One row with every value quoted, without a line end. */
export const writeRow = (values: readonly string[], delimiter: string): string =>
  values.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter)
