import type { ReportTable } from '../report-table.ts'

/** A column as it is printed. */
export interface PrintColumn {
  /** place in the rows */
  readonly place: number
  /** points, without the gap to the next one */
  readonly width: number
  readonly isNumber: boolean
}

/** Points between columns. */
export const GAP = 10
const WIDEST_TEXT = 150
const NARROWEST_TEXT = 60
const MOST_FOR_NAMES = 80

export type WidthOf = (text: string) => number

interface Texts {
  readonly table: ReportTable
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const longestWord = (text: string): string =>
  text.split(/\s+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '')

/** The widest of many texts; those much shorter than the longest are not measured. */
const widest = (texts: readonly string[], widthOf: WidthOf): number => {
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0)
  const candidates = new Set(texts.filter((text) => text.length >= longest * 0.7))
  return Math.max(0, ...[...candidates].slice(0, 500).map(widthOf))
}

/** Numbers get all the room they need; names get up to so much and are wrapped. */
const naturalColumns = ({ table, headers, rows }: Texts, widthOf: WidthOf): PrintColumn[] =>
  table.columns.map(({ kind }, place) => {
    const isNumber = kind === 'measure'
    const inRows = widest(
      rows.map((row) => row[place] ?? ''),
      widthOf,
    )
    const header = headers[place] ?? ''
    const least = Math.max(widthOf(longestWord(header)), isNumber ? 0 : NARROWEST_TEXT)
    const body = isNumber ? inRows : Math.min(inRows, WIDEST_TEXT)
    return { place, isNumber, width: Math.ceil(Math.max(least, body)) + 1 }
  })

const widthOfAll = (columns: readonly PrintColumn[]): number =>
  columns.reduce((sum, { width }) => sum + width + GAP, -GAP)

/** Names get the first of what is left over, then all columns move apart: the table is as wide as the page. */
const widened = (columns: readonly PrintColumn[], room: number): PrintColumn[] => {
  const names = columns.filter(({ isNumber }) => !isNumber).length
  const spare = Math.max(0, room - widthOfAll(columns))
  const forNames = names === 0 ? 0 : Math.min(spare / names, MOST_FOR_NAMES)
  const forAll = (spare - forNames * names) / columns.length
  return columns.map((column) => ({ ...column, width: column.width + forAll + (column.isNumber ? 0 : forNames) }))
}

/**
 * The columns that stand side by side on a page: one band where all fit, else several, each with the first column in front.
 */
export const columnBands = (texts: Texts, room: number, widthOf: WidthOf): PrintColumn[][] => {
  const [first, ...rest] = naturalColumns(texts, widthOf)
  if (first === undefined) return []
  const bands: PrintColumn[][] = [[first]]
  for (const column of rest) {
    const band = bands.at(-1) ?? []
    if (widthOfAll([...band, column]) <= room || band.length === 1) band.push(column)
    else bands.push([first, column])
  }
  return bands.map((band) => widened(band, room))
}
