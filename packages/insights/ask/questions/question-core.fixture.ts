import { findReportType } from '#semantic/catalog/catalog.ts'
import type { AskContext, Understood } from '../ask.ts'
import { entityOf } from '../build/roles.ts'
import type { EntityName } from '../words/entities.ts'

/** The parts that make two definitions different: names, charts and the form of the range aside. */
export interface Core {
  readonly reportType: string
  readonly columns: string
  readonly groups: string
  readonly filters: string
  readonly days: string
  readonly dateColumn: string
  readonly sort: string
  readonly top: number | null
  readonly compare: string
}

const TIME = /(Day|Week|Month|Quarter|Year|Weekday|Hour)$/
const KEYS: Readonly<Record<string, string>> = {
  customer: 'customerId, customerName',
  product: 'productId, productTitle',
}
/** columns that a list shows because it is limited by them */
const LIMITED = ['unitsSold', 'daysWaiting', 'holdDays']
const FILTER = /^(!?)(\w+)(?: (given|=|!=|>=|<=|>|<))?(?: (.+))?$/
const COMPARISONS: Readonly<Record<string, string>> = {
  '=': 'Equal',
  '!=': 'NotEqual',
  '>': 'GreaterThan',
  '>=': 'GreaterThanOrEqual',
  '<': 'LessThan',
  '<=': 'LessThanOrEqual',
  given: 'IsNotNull',
}

const sorted = (texts: readonly string[]): string => texts.toSorted().join(' · ')

const filterOf = (text: string): string => {
  const [, not = '', columnId = '', sign, value] = FILTER.exec(text.trim()) ?? []
  const comparison = sign === undefined ? (not === '' ? 'IsTrue' : 'IsFalse') : COMPARISONS[sign]
  return `${columnId} ${comparison} ${value ?? null}`
}

const section = (parts: readonly string[], name: string): string | null => {
  const found = parts.find((part) => part.startsWith(`${name} `))
  return found === undefined ? null : found.slice(name.length + 1)
}

const sortOf = (text: string): string => (text.startsWith('-') ? `${text.slice(1)} desc` : `${text} asc`)

/** Parses the expected text of a question. */
export const expectedCore = (expected: string): Core => {
  const [head = '', ...parts] = expected.split('|').map((part) => part.trim())
  const list = head.startsWith('list ') ? entityOf(head.slice(5) as EntityName).list : null
  const [name = '', measures = ''] = head.split(':').map((part) => part.trim())
  const reportType = list?.reportType ?? name
  const by = section(parts, 'by') ?? ''
  const groups = (KEYS[by] ?? by).split(', ').filter((id) => id !== '')
  const [days = 'None', on] = (section(parts, 'in') ?? 'None').split(' on ')
  const where = section(parts, 'where') ?? ''
  const filters = where === '' ? [] : where.split(/, | or /).map(filterOf)
  const listed = (list?.limits ?? []).map(({ columnId, comparison, value }) => `${columnId} ${comparison} ${value}`)
  const measureIds = measures.split(', ').filter((id) => id !== '')
  const sort = section(parts, 'sort')
  const usual = groups.length > 0 && !groups.some((id) => TIME.test(id)) ? `${measureIds[0]} desc` : ''
  const listSort = (list?.sort ?? []).map(({ columnId, direction }) => `${columnId} ${direction}`).join()
  const own = list?.date ?? on ?? section(parts, 'on') ?? findReportType(reportType)?.dateColumn ?? ''
  const columns =
    list === null
      ? [...groups, ...measureIds]
      : [
          ...new Set([
            ...list.columns,
            ...filters.map((one) => one.split(' ')[0] ?? '').filter((id) => LIMITED.includes(id)),
          ]),
        ]
  return {
    reportType,
    columns: sorted(columns),
    groups: sorted(groups),
    filters: `${where.includes(' or ') ? 'Or' : 'And'} ${sorted([...filters, ...listed])}`,
    days,
    dateColumn: own,
    sort: sort === null ? (list === null ? usual : listSort) : sortOf(sort),
    top: Number(section(parts, 'top')) || null,
    compare: section(parts, 'vs') ?? '',
  }
}

/** The actual parse in the same terms; days are equal whether given in the request or as filters. */
export const actualCore = ({ definition, from, until, compare }: Understood): Core => {
  const dateColumn = definition.relativeDateFilter?.columnName ?? ''
  const of = (comparison: string) =>
    definition.filters.find((filter) => filter.columnId === dateColumn && filter.comparison === comparison)
  const [low, high] = [of('GreaterThanOrEqual'), of('LessThan')]
  const filters = definition.filters.filter((filter) => low === undefined || (filter !== low && filter !== high))
  const relative = definition.relativeDateFilter?.relativeRange ?? 'None'
  const days =
    from === undefined ? (low === undefined ? relative : `${low.value}..${high?.value}`) : `${from}..${until}`
  return {
    reportType: definition.reportType,
    columns: sorted(definition.columns.map(({ columnId }) => columnId)),
    groups: sorted(definition.groupColumns),
    filters: `${definition.filterOperator} ${sorted(filters.map(({ columnId, comparison, value }) => `${columnId} ${comparison} ${value}`))}`,
    days,
    dateColumn,
    sort: definition.orderColumns.map(({ columnId, direction }) => `${columnId} ${direction}`).join(),
    top: definition.top,
    compare: compare ?? '',
  }
}

/**
 * A question and its expected parse in short: `Orders: netSales | by channel | where state = CA | in LastMonth | sort -netSales |
 * top 5 | vs previousYear`, `list order | where …` or, if it has no answer, `?` with the words at fault.
 *
 * Days without a relative range are written `2025-03-01..2025-04-01`, the end exclusive; `on` names a date other than the
 * type's default. Without `sort`, groups other than periods are ordered by the first measure, highest first.
 */
export type Question = readonly [question: string, expected: string]

/** The winery that the questions are asked of, on a Saturday. */
export const FIXTURE: AskContext = {
  calendar: { today: '2026-03-14', weekStart: 'monday', fiscalYearStartMonth: 1 },
  values: {
    teamMember: ['Maria Lopez', 'James Carter', 'Priya Patel', 'Tom Becker'],
    clubName: ['Reserve Club', 'Vintner Select', 'Estate Reds'],
    varietal: ['Cabernet Sauvignon', 'Pinot Noir', 'Chardonnay', 'Zinfandel', 'Sauvignon Blanc', 'Pinot Gris'],
    category: ['Red Wine', 'White Wine', 'Sparkling', 'Glassware'],
    brand: ['Oak Hollow', 'Stone Creek'],
    state: ['CA', 'TX', 'NY', 'FL', 'WA'],
    experience: ['Cellar Tour', 'Library Tasting', 'Patio Flight'],
    releaseName: ['Spring 2026', 'Fall 2025'],
    productTitle: ['2021 Oak Hollow Cabernet', 'Stone Creek Rosé', 'Logo Tee'],
    cancellationReason: ['Moving', 'Too Expensive'],
  },
}
