/** A position in a file that could not be used. `line` counts physical lines from 1; the header is line 1. */
export interface FileProblem {
  readonly line: number | null
  readonly column: string | null
  readonly value: string | null
  readonly message: string
  /** the target field whose choice answers it, where it is a question */
  readonly field?: string
  /** the formats that may be the field’s, where one of them is the answer */
  readonly answers?: readonly string[]
}

/** A question about a column and its value; of no line, about all of it. */
export const ask = (
  column: string | null,
  value: string | null,
  message: string,
  line: number | null = null,
): FileProblem => ({ line, column, value, message })

/** A file that cannot be read at all: nothing is imported. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError'
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(describeProblem(problem))
    this.problem = problem
  }
}

/** Without a line, of the file as a whole. */
export const fileError = (message: string, line: number | null = null, column: string | null = null): CsvFileError =>
  new CsvFileError({ line, column, value: null, message })

/** `Line 7, column “Price”: …` as a single sentence. */
export const describeProblem = ({ line, column, message }: FileProblem): string => {
  const place = [line === null ? '' : `Line ${line}`, column === null ? '' : `column “${column}”`].filter(Boolean)
  return place.length === 0 ? message : `${place.join(', ')}: ${message}`
}

/** Values are displayed, not stored, so long ones are truncated. */
export const shownValue = (value: string): string => (value.length > 100 ? `${value.slice(0, 100)}…` : value)
