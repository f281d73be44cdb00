import { unsourcedNumbers } from '#insights/language/digit-checker.ts'
import type { VisibleResult } from './visible-result.ts'

/** The ways in which a figure may be written: whole or rounded, as a percentage, in thousands or millions. */
const writings = (value: number): string[] => {
  const size = Math.abs(value)
  const write = (number: number, digits: number): string =>
    number.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const plain = [0, 1, 2].map((digits) => write(size, digits))
  const percent = [0, 1, 2].map((digits) => `${write(size * 100, digits)}%`)
  const thousands = [0, 1].map((digits) => `${write(size / 1000, digits)}K`)
  const millions = [0, 1, 2].flatMap((digits) => [
    `${write(size / 1e6, digits)}M`,
    `${write(size / 1e6, digits)} million`,
  ])
  return [String(size), ...plain, ...percent, ...thousands, ...millions]
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const LONG_DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** "2026-03-01", and "2026-03" of a month: as it is, in words, and its year. */
const dateWritings = (text: string): string[] => {
  const day = /^\d{4}-\d{2}(-\d{2})?/.exec(text)?.[0]
  if (day === undefined) return []
  const date = Date.parse(day.length === 7 ? `${day}-01` : day)
  return [day.slice(0, 4), DAY.format(date), SHORT_DAY.format(date), LONG_DAY.format(date)]
}

const changes = (now: readonly unknown[], before: readonly unknown[] | null | undefined): number[] =>
  now.flatMap((value, index) => {
    const earlier = before?.[index]
    if (typeof value !== 'number' || typeof earlier !== 'number') return []
    return earlier === 0 ? [value - earlier] : [value - earlier, (value - earlier) / earlier]
  })

/** Everything with a digit that a sentence about a result may say: its cells, their changes, its dates and its number of rows; `$` for any currency. */
export const figurePhrases = ({
  rows,
  totals,
  previous = [],
  previousTotals,
  rowCount,
  days,
}: VisibleResult): string[] => {
  const cells = [...rows, totals, ...previous, previousTotals ?? []].flatMap((row) => row ?? [])
  const changed = [...rows.flatMap((row, index) => changes(row, previous[index])), ...changes(totals, previousTotals)]
  const figures = [...cells.filter((cell) => typeof cell === 'number'), ...changed].flatMap(writings)
  const texts = cells.filter((cell) => typeof cell === 'string')
  const dates = days === null ? [] : [days.from, days.until]
  const amounts = figures.map((figure) => `$${figure}`)
  return [...figures, ...amounts, ...writings(rowCount), ...texts, ...[...texts, ...dates].flatMap(dateWritings)]
}

const AMOUNT = /\$\d[\d,.]*\d(?:[KM]| million)?|\$\d/g

/** Whether every figure of a sentence is among the phrases; an amount of money as one. */
export const isSourced = (sentence: string, phrases: readonly string[]): boolean => {
  const known = new Set(phrases)
  const plain = sentence.replace(/\p{Sc}/gu, '$')
  const amounts = plain.match(AMOUNT) ?? []
  return amounts.every((amount) => known.has(amount)) && unsourcedNumbers(plain, known).length === 0
}
