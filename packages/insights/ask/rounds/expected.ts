import { lookupTable } from '#domain/lookup-table.ts'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { type Comparison, NOUN_NAMES } from '#domain/report-terms.ts'
import { splitList } from '#domain/text.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { AskedCalculation } from '../definition/answerable.ts'
import { NOUNS } from '../language/nouns.ts'
import type { Asked } from './meaning.ts'

const KEYS: Readonly<Record<string, string>> = lookupTable({
  customer: 'customerId, customerName',
  product: 'productId, productTitle',
})
const FILTER = /^(!?)(\w+)(?: (given|blank|=|!=|>=|<=|>|<|~))?(?: (.+))?$/
const COMPARISONS: Readonly<Record<string, Comparison>> = lookupTable({
  '=': 'Equal',
  '!=': 'NotEqual',
  '>': 'GreaterThan',
  '>=': 'GreaterThanOrEqual',
  '<': 'LessThan',
  '<=': 'LessThanOrEqual',
  '~': 'Contains',
  given: 'IsNotNull',
  blank: 'IsNull',
})

const parseFilter = (text: string) => {
  const [, not = '', columnId = '', sign, value] = FILTER.exec(text.trim()) ?? []
  const comparison: Comparison =
    sign === undefined ? (not === '' ? 'IsTrue' : 'IsFalse') : (COMPARISONS[sign] ?? 'Equal')
  return { columnId, comparison, value: value ?? null }
}

/** `netSales/orderCount`, `signups-cancellations`, `unitsSold/12`, `share(orderCount)`; null for a plain measure. */
const calculationOf = (text: string): AskedCalculation | null => {
  const share = /^share\((\w+)\)$/.exec(text)
  const operand = (columnId: string) => ({ columnId, aggregation: 'None' as const })
  if (share !== null) return { columnId: text, displayName: text, kind: 'shareOfTotal', of: operand(share[1] ?? '') }
  const [, left = '', sign, right] = /^(\w+)([/-])(\w+)$/.exec(text) ?? []
  if (right === undefined) return null
  const divisor = /^\d+$/.test(right) ? { value: Number(right) } : operand(right)
  const named = left === 'units' ? 'unitsSold' : left
  return {
    columnId: text,
    displayName: text,
    kind: 'arithmetic',
    of: { operator: sign === '/' ? 'divide' : 'subtract', left: operand(named), right: divisor },
  }
}

type AskedColumn = Asked['definition']['columns'][number]

const AGGREGATED = /^(Avg|Min|Max|Median)\((\w+)\)$/

/**
 * The definition that a short text stands for: `Orders: netSales | by channel | where state = CA, channel != web | in LastMonth | sort
 * -netSales | top 5 | vs previousYear`, or `list order | where …`. Dates without a name are written `2025-03-01..2025-04-01`, the end
 * exclusive; `who ordered last year` and the like are conditions on a history; `on` names a date other than the type's default. `forecast 2026-04-01..2026-05-01`: what is expected of these days.
 */
export const expectedAsked = (text: string): Asked => {
  const [head = '', ...parts] = text.split('|').map((part) => part.trim())
  const section = (name: string): string | null =>
    parts.find((part) => part.startsWith(`${name} `))?.slice(name.length + 1) ?? null
  const noun = NOUN_NAMES.find((name) => head === `list ${name}`)
  const list = noun === undefined ? null : NOUNS[noun].list
  const [typeName = '', measureText = ''] = head.split(':').map((part) => part.trim())
  const by = section('by') ?? ''
  const groups = splitList(KEYS[by] ?? by)
  const measures = splitList(measureText)
  const calculations = measures.flatMap((one) => calculationOf(one) ?? [])
  const [days = 'None', own] = (section('in') ?? 'None').split(' on ')
  const where = section('where') ?? ''
  const isOr = where.includes(' or ')
  const filters = where === '' ? [] : where.split(/, | or /).map(parseFilter)
  const [from, until] = days.split('..')
  const sort = section('sort')
  const reportType = list?.reportType ?? typeName
  const dateColumn = list?.date ?? own ?? section('on') ?? findReportType(reportType)?.dateColumn ?? null
  const columns = measures.map((one): AskedColumn => {
    const [, aggregation, columnId] = AGGREGATED.exec(one) ?? []
    const isKnown = aggregation === 'Avg' || aggregation === 'Min' || aggregation === 'Max' || aggregation === 'Median'
    return isKnown && columnId !== undefined
      ? { columnId, aggregation }
      : { columnId: one, aggregation: groups.length > 0 ? 'None' : 'Sum' }
  })
  const [first, end] = section('forecast')?.split('..') ?? []
  const compare = COMPARE_MODES.find((mode) => mode === section('vs')) ?? null
  return {
    definition: {
      reportType,
      columns:
        list === null
          ? [...groups.map((columnId) => ({ columnId, aggregation: 'None' as const })), ...columns]
          : list.columns.map((columnId) => ({ columnId, aggregation: 'None' as const })),
      calculations,
      filters: [...filters, ...(list?.limits ?? [])],
      filterOperator: isOr ? 'Or' : 'And',
      dimensionFilters: [],
      groupColumns: groups,
      orderColumns:
        sort === null ? [] : [{ columnId: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' }],
      relativeDateFilter:
        dateColumn === null
          ? null
          : { relativeRange: until === undefined ? days : `${from}/${until}`, columnName: dateColumn },
      top: Number(section('top')) || null,
    },
    compare,
    histories: parts.filter((part) => /^(?:who|whose) /.test(part)),
    ...(first === undefined || end === undefined ? {} : { forecast: { grain: 'day', from: first, until: end } }),
  }
}
