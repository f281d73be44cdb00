/** The values of one row; quotes inside unquoted values are kept as they are. */
export const parseRow = (text: string, delimiter: string): string[] => {
  const values: string[] = []
  let at = 0
  for (;;) {
    const { value, end } = text[at] === '"' ? quotedValue(text, at, delimiter) : plainValue(text, at, delimiter)
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

const quotedValue = (text: string, at: number, delimiter: string): { value: string; end: number } => {
  let close = at + 1
  for (;;) {
    const quote = text.indexOf('"', close)
    if (quote < 0) return plainValue(text, at, delimiter)
    if (text[quote + 1] !== '"') {
      const { value: rest, end } = plainValue(text, quote + 1, delimiter)
      return { value: text.slice(at + 1, quote).replaceAll('""', '"') + rest, end }
    }
    close = quote + 2
  }
}

/** One row with every value quoted, without a line end. */
export const writeRow = (values: readonly string[], delimiter: string): string =>
  values.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter)
