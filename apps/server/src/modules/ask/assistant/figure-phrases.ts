import { unsourcedNumbers } from '#insights/language/digit-checker.ts'
import type { VisibleResult } from './visible-result.ts'

const THOUSAND = 1_000
const MILLION = 1_000_000

/** The ways in which a figure of a format may be written: whole or rounded, a rate as a percentage, a large one in thousands or millions. */
const writings = (value: number, format: string): string[] => {
  const size = Math.abs(value)
  const write = (number: number, unit: string, most: number): string[] =>
    Array.from({ length: most + 1 }, (_, digits) => {
      const text = number.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
      return `${text}${unit}`
    })
  if (format === 'percent') return write(size * 100, '%', 2)
  const plain = [
    String(size),
    ...write(size, '', 2),
    ...(size < THOUSAND ? [] : write(size / THOUSAND, 'K', 1)),
    ...(size < MILLION ? [] : [...write(size / MILLION, 'M', 2), ...write(size / MILLION, ' million', 2)]),
  ]
  return format === 'currency' ? [...plain, ...plain.map((text) => `$${text}`)] : plain
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

type Row = VisibleResult['totals']

const changeWritings = (value: unknown, earlier: unknown, format: string): string[] => {
  if (typeof value !== 'number' || typeof earlier !== 'number') return []
  const change = value - earlier
  return [...writings(change, format), ...(earlier === 0 ? [] : writings(change / earlier, 'percent'))]
}

/**
 * Everything with a digit that a sentence about a result may say: its cells, their changes, its dates and its number of rows; `$` for
 * any currency.
 */
export const figurePhrases = (result: VisibleResult): string[] => {
  const { columns, rows, totals, previous = [], previousTotals, rowCount, days } = result
  const pairs: readonly (readonly [Row, Row])[] = [
    ...rows.map((row, index) => [row, previous[index] ?? []] as const),
    [totals, previousTotals ?? []],
  ]
  const figures = pairs.flatMap(([now, before]) =>
    columns.flatMap(({ format }, index) => [
      ...[now[index], before[index]].flatMap((cell) => (typeof cell === 'number' ? writings(cell, format) : [])),
      ...changeWritings(now[index], before[index], format),
    ]),
  )
  const texts = pairs.flat(2).filter((cell) => typeof cell === 'string')
  const dates = days === null ? [] : [days.from, days.until]
  return [...figures, ...writings(rowCount, 'integer'), ...texts, ...[...texts, ...dates].flatMap(dateWritings)]
}

const AMOUNT = /\$\d[\d,.]*\d(?:[KM]| million)?|\$\d/g

/** Whether every figure of a sentence is among the phrases; an amount of money as one. */
export const isSourced = (sentence: string, phrases: readonly string[]): boolean => {
  const known = new Set(phrases)
  const plain = sentence.replace(/\p{Sc}/gu, '$')
  const amounts = plain.match(AMOUNT) ?? []
  return amounts.every((amount) => known.has(amount)) && unsourcedNumbers(plain, known).length === 0
}
