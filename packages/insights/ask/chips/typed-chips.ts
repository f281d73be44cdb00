import { codeOptions } from '#domain/code-labels.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import type { Aggregation, Comparison } from '#domain/report-terms.ts'
import { reportTypesFor } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { phraseList } from '../text/token.ts'
import type { ChipMeaning } from './chip.ts'

/** How a comparison is typed, and as chips write it; longer ones first. */
const COMPARISONS: readonly (readonly [RegExp, Comparison])[] = [
  [/^(?:is not empty|isnt empty|is not blank)$/, 'IsNotNull'],
  [/^(?:is empty|is blank)$/, 'IsNull'],
  [/^(?:is )?(?:at least|no less than|>=) /, 'GreaterThanOrEqual'],
  [/^(?:is )?(?:at most|no more than|<=) /, 'LessThanOrEqual'],
  [/^(?:is )?(?:more than|greater than|over|above|after|>) /, 'GreaterThan'],
  [/^(?:is )?(?:less than|fewer than|under|below|before|<) /, 'LessThan'],
  [/^contains /, 'Contains'],
  [/^(?:is not|isnt|!=) /, 'NotEqual'],
  [/^(?:is|=) /, 'Equal'],
]

const WEEKDAYS = phraseList('monday, tuesday, wednesday, thursday, friday, saturday, sunday')

const NUMBERS: readonly string[] = ['number', 'integer', 'currency', 'percent']

const readValue = ({ columnId, type, kind }: Column, reportType: string, typed: string): string | number | null => {
  const text = typed.trim()
  const code = codeOptions(reportType, columnId).find(({ label }) => label.toLowerCase() === text)
  if (code !== undefined) return code.value
  const weekday = WEEKDAYS.indexOf(text.replace(/s$/, ''))
  if (weekday >= 0 && columnId.endsWith('Weekday')) return weekday + 1
  if (type === 'date' || type === 'dateTime') return isLocalDay(text) ? text : null
  if (kind === 'measure' || NUMBERS.includes(type)) {
    const number = Number(text.replace(/[$,]/g, ''))
    return text === '' || Number.isNaN(number) ? null : number
  }
  return type === 'text' && text !== '' ? typed.trim() : null
}

/** What a column is called, in lower case. */
const namesOf = ({ displayName, synonyms = '' }: Column): string[] => [
  displayName.toLowerCase(),
  ...phraseList(synonyms),
]

const meaningOf = (column: Column, comparison: Comparison, value: string | number | null): ChipMeaning | null => {
  const { columnId, kind } = column
  if (comparison === 'IsNull' || comparison === 'IsNotNull')
    return kind === 'measure' ? null : { kind: 'condition', columnId, comparison, value: null }
  if (value === null) return null
  if (kind !== 'measure') return { kind: 'condition', columnId, comparison, value }
  return typeof value === 'number' ? { kind: 'limit', columnId, comparison, value, ofRecords: false } : null
}

/** How the measure of each record is summarized, and as chips write it. */
const SUMMARIES: readonly (readonly [RegExp, Aggregation])[] = [
  [/^(?:average|avg|mean) /, 'Avg'],
  [/^median /, 'Median'],
  [/^(?:smallest|lowest) /, 'Min'],
  [/^(?:largest|highest) /, 'Max'],
]

const BOTTLES_A_CASE = 12

/** Measures by a name that was typed, of one or of several: "order" for orders. */
const findMeasures = (name: string, types: readonly ReportType[]): string[] => [
  ...new Set(
    types.flatMap(({ columns }) =>
      columns.flatMap((column) =>
        column.kind === 'measure' && namesOf(column).some((own) => own === name || own === `${name}s`)
          ? [column.columnId]
          : [],
      ),
    ),
  ),
]

/** "average guests", "discount per order", "available in cases": numbers that are made of measures. */
const typedMeasures = (typed: string, types: readonly ReportType[]): ChipMeaning[] => {
  const [pattern, aggregation] = SUMMARIES.find(([one]) => one.test(typed)) ?? []
  if (pattern !== undefined && aggregation !== undefined)
    return findMeasures(typed.replace(pattern, ''), types).map((columnId) => ({
      kind: 'measure',
      columnId,
      aggregation,
    }))
  const [, cased] = /^(.+) in cases(?: of 12)?$/.exec(typed) ?? []
  if (cased !== undefined)
    return findMeasures(cased, types).map((columnId) => ({ kind: 'measure', columnId, per: BOTTLES_A_CASE }))
  const [, left = '', right = ''] = /^(.+) (?:÷|\/|per) (.+)$/.exec(typed) ?? []
  return findMeasures(left, types).flatMap((columnId) =>
    findMeasures(right, types).map((over): ChipMeaning => ({ kind: 'measure', columnId, over: { columnId: over } })),
  )
}

/**
 * Conditions as they are typed with the name of their column: "total over 500", "last order before 2025-09-01", "email is empty", "status
 * is no-show".
 */
const typedConditions = (typed: string, types: readonly ReportType[]): ChipMeaning[] =>
  types.flatMap(({ reportType, columns }) =>
    columns.flatMap((column): ChipMeaning[] => {
      const name = namesOf(column).find((one) => typed.startsWith(`${one} `))
      if (name === undefined) return []
      const said = typed.slice(name.length + 1)
      const [pattern, comparison] = COMPARISONS.find(([one]) => one.test(said)) ?? []
      if (pattern === undefined || comparison === undefined) return []
      const meaning = meaningOf(column, comparison, readValue(column, reportType, said.replace(pattern, '')))
      return meaning === null ? [] : [meaning]
    }),
  )

/** Chips for a name of the catalog with what was typed around it; none where the text is anything else. Amounts are in major units. */
export const typedChips = (text: string, customFields: readonly CustomField[]): ChipMeaning[] => {
  const types = reportTypesFor(customFields)
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const found = [...typedConditions(typed, types), ...typedMeasures(typed, types)]
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
}
