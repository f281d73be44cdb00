import { findCodeLabels } from '#domain/code-labels.ts'
import type { PlanBreakdown } from '#domain/winery-plan.ts'
import { type DraftMeasure, type DraftRow, emptyRow, parseAmount } from './plan-draft.ts'

/** Rows and cells of copied text: a spreadsheet separates them by tabs and line ends. */
export const parseClipboard = (text: string): string[][] =>
  text
    .replace(/[\r\n]+$/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** 1 to 12 of a heading such as `Mar`, `March 2027`, `2027-03` or `3/2027`; null: no month. */
const monthNumber = (text: string): number | null => {
  const byName = MONTH_NAMES.indexOf(text.trim().slice(0, 3).toLowerCase())
  if (byName >= 0) return byName + 1
  const [, number] = /^\d{4}-(\d{1,2})(?:-\d+.*)?$/.exec(text.trim()) ?? /^(\d{1,2})[/.]\d{4}$/.exec(text.trim()) ?? []
  const month = Number(number)
  return month >= 1 && month <= 12 ? month : null
}

export interface ReadTable {
  readonly rows: readonly DraftRow[]
  /** names of rows that the breakdown does not have */
  readonly unknown: readonly string[]
}

/** The value of a breakdown that a name means: a channel by its code or label, others as they are. */
const readValue = (name: string, breakdown: PlanBreakdown): string | null => {
  if (breakdown !== 'channel') return name === '' ? null : name
  const wanted = name.toLowerCase()
  const found = Object.entries(findCodeLabels('channel')).find(
    ([code, label]) => code === wanted || label.toLowerCase() === wanted,
  )
  return found?.[0] ?? null
}

const isTotal = (name: string): boolean => /^(grand )?total$/i.test(name)

/**
 * The rows of a table with months across: named by its heading, else in the order of the year. A column before the amounts names the rows.
 * Null for a table without amounts.
 */
export const readTable = (
  table: readonly (readonly string[])[],
  { breakdown }: Pick<DraftMeasure, 'breakdown'>,
  { months, decimal }: { readonly months: readonly string[]; readonly decimal: string },
): ReadTable | null => {
  const [head = [], ...rest] = table
  const named = head.map(monthNumber)
  const hasHead = named.filter((month) => month !== null).length >= 2
  const body = hasHead ? rest : table
  const hasNames = body.some(([first = '']) => first !== '' && parseAmount(first, decimal) === undefined)
  const columns = hasHead
    ? named.map((month) => (month === null ? -1 : months.findIndex((day) => Number(day.slice(5, 7)) === month)))
    : (body[0] ?? []).map((_, index) => index - Number(hasNames))
  if (!columns.some((month) => month >= 0)) return null
  const unknown: string[] = []
  const rows = body.flatMap((cells): DraftRow[] => {
    const name = hasNames ? (cells[0] ?? '') : ''
    if (isTotal(name) || cells.every((cell) => cell === '')) return []
    const isRest = breakdown === 'none' || /^no (club|location|sales channel)$/i.test(name)
    const value = isRest ? null : readValue(name, breakdown)
    if (!isRest && value === null) {
      unknown.push(name === '' ? 'a row without a name' : name)
      return []
    }
    const amounts = [...emptyRow(value).cells]
    for (const [index, month] of columns.entries())
      if (month >= 0 && month < amounts.length) amounts[month] = cells[index] ?? ''
    return [{ value, cells: amounts }]
  })
  return { rows: breakdown === 'none' ? rows.slice(0, 1) : rows, unknown }
}

/** The measure with the rows of a table: rows with the same value are replaced, others are added. */
export const withRows = (measure: DraftMeasure, rows: readonly DraftRow[]): DraftMeasure => {
  const given = new Map(rows.map((row) => [row.value, row]))
  const kept = measure.rows.map((row) => given.get(row.value) ?? row)
  const known = new Set(measure.rows.map(({ value }) => value))
  return { ...measure, rows: [...kept, ...[...given.values()].filter(({ value }) => !known.has(value))] }
}
