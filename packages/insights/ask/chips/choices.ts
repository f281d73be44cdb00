import { codeOptions } from '#domain/code-labels.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { COMPARE_MODES, type CompareMode } from '#domain/ranges/comparison-mode.ts'
import { addMonths, parseLocalDay, startOfMonth } from '#domain/ranges/local-day.ts'
import { RANGE_TITLES } from '#domain/ranges/range-title.ts'
import { fixedRangeText, LIMITED_RANGES } from '#domain/ranges/relative-range.ts'
import { NOUN_NAMES } from '#domain/report-terms.ts'
import { reportTypesFor } from '#semantic/catalog/catalog.ts'
import { type Column, type Dimension, isFilterOnly } from '#semantic/catalog/column.ts'
import { FILTER_SYNONYMS, VALUE_SYNONYMS } from '#semantic/catalog/value-synonyms.ts'
import type { AskedHistory } from '../definition/answerable.ts'
import { ENGLISH } from '../language/english.ts'
import { NOUNS } from '../language/nouns.ts'
import { monthDays, yearDays } from '../tag/days/periods.ts'
import type { AskCalendar } from '../tag/pattern.ts'
import { normalizePhrase, phraseList } from '../text/token.ts'
import { isCustomColumn, VALUE_COLUMNS, type ValueIndex } from '../value-index.ts'
import type { Chip, ChipMeaning } from './chip.ts'
import { chipLabel } from './chip-label.ts'
import { columnFinder } from './column-finder.ts'

/** A chip that can be taken, and what it is found by. */
export interface Choice {
  readonly chip: Chip
  /** what is chosen, such as `Measure` or the column of a value */
  readonly about: string
  /** normalized; the first is its name */
  readonly phrases: readonly string[]
  /** the phrases as one text: what is not in it is in none */
  readonly text: string
  /** place among those that fit as well: 0 is first */
  readonly place: number
}

/** What is asked for most, in this order: they come first where nothing was typed. */
const FIRST_MEASURES = phraseList(
  'netSales, orderCount, unitsSold, averageOrder, activeMembers, guests, newCustomers, signups, cancellations, available',
)
const FIRST_GROUPS = phraseList('channel, clubName, teamMember, varietal, category, state, experience')
const FIRST_RANGES = phraseList('ThisMonth, LastMonth, ThisYear, LastYear, Last30Days, ThisQuarter, LastQuarter, ytd')

/** Behind all that are named. */
const LAST = 50

const placeIn = (list: readonly string[], id: string): number => {
  const at = list.indexOf(id)
  return at === -1 ? LAST : at
}

interface Named {
  readonly meaning: ChipMeaning
  readonly about: string
  readonly names: readonly string[]
  readonly place: number
}

const columnNames = ({ columnId, displayName, synonyms = '' }: Column): string[] => [
  displayName,
  ...phraseList(synonyms),
  ...phraseList(ENGLISH.columns[columnId] ?? ''),
]

const isChoosable = (column: Column): column is Dimension =>
  column.kind === 'dimension' && !isFilterOnly(column) && column.isId !== true && column.utcField === undefined

const measures = (columns: readonly Column[]): Named[] =>
  columns.flatMap((column) => {
    if (column.kind !== 'measure') return []
    const { columnId } = column
    const nouns = NOUN_NAMES.filter((noun) => NOUNS[noun].count[0] === columnId)
    const names = [...columnNames(column), ...nouns.flatMap((noun) => phraseList(ENGLISH.nouns[noun] ?? ''))]
    return [
      { meaning: { kind: 'measure', columnId }, about: 'Measure', names, place: placeIn(FIRST_MEASURES, columnId) },
    ]
  })

const lists = (): Named[] =>
  NOUN_NAMES.flatMap((noun, at) => {
    const { list, title } = NOUNS[noun]
    const names = [title, ...phraseList(ENGLISH.nouns[noun] ?? '')]
    return list === null
      ? []
      : [
          {
            meaning: { kind: 'list', noun },
            about: 'List',
            names: names.flatMap((name) => [name, `list of ${name}`]),
            place: FIRST_MEASURES.length + at,
          },
        ]
  })

const groups = (columns: readonly Column[]): Named[] => [
  ...Object.entries(ENGLISH.grains).map(
    ([grain, texts], at): Named => ({
      meaning: { kind: 'grain', grain },
      about: 'Group',
      names: phraseList(texts),
      // months first
      place: grain === 'Month' ? -1 : 3 + at,
    }),
  ),
  ...NOUN_NAMES.flatMap((noun): Named[] =>
    NOUNS[noun].group === undefined
      ? []
      : [
          {
            meaning: { kind: 'groupNoun', noun },
            about: 'Group',
            names: phraseList(ENGLISH.nouns[noun] ?? ''),
            place: 2,
          },
        ],
  ),
  ...columns.filter(isChoosable).map(
    (column): Named => ({
      meaning: { kind: 'group', columnId: column.columnId },
      about: 'Group',
      names: columnNames(column),
      place: placeIn(FIRST_GROUPS, column.columnId) + (column.part === undefined ? 0 : LAST),
    }),
  ),
]

/** Columns whose codes are the same for every report type. */
const CODE_COLUMNS = [
  'channel',
  'orderType',
  'deliveryMethod',
  'itemKind',
  'fulfillmentStatus',
  'paymentStatus',
  'outcome',
  'standing',
  'segment',
  'customerType',
]

const codes = (titleOf: (columnId: string) => string): Named[] =>
  CODE_COLUMNS.flatMap((columnId) =>
    codeOptions('Orders', columnId).map(
      ({ value, label }, place): Named => ({
        meaning: { kind: 'values', columnId, values: [value], exclude: false },
        about: titleOf(columnId),
        names: [label, ...phraseList(VALUE_SYNONYMS[columnId]?.[value] ?? '')],
        place,
      }),
    ),
  )

const yesOrNo = (columns: readonly Column[]): Named[] =>
  columns
    .filter((column) => column.type === 'boolean' && isChoosable(column))
    .flatMap((column) =>
      (['IsTrue', 'IsFalse'] as const).map((comparison): Named => {
        const meaning: ChipMeaning = { kind: 'condition', columnId: column.columnId, comparison, value: null }
        const value = comparison === 'IsTrue' ? 'true' : 'false'
        return {
          meaning,
          about: column.displayName,
          names: phraseList(VALUE_SYNONYMS[column.columnId]?.[value] ?? ''),
          place: LAST,
        }
      }),
    )

const phrases = (): Named[] =>
  FILTER_SYNONYMS.flatMap(([texts, [filter, ...more]]) => {
    const [columnId = ''] = filter?.ids ?? []
    if (filter === undefined || more.length > 0) return []
    const { comparison, value } = filter
    return [
      {
        meaning: { kind: 'condition', columnId, comparison, value },
        about: 'Filter',
        names: phraseList(texts),
        place: LAST,
      },
    ]
  })

const ownValues = (values: ValueIndex, titleOf: (columnId: string) => string): Named[] =>
  [...VALUE_COLUMNS, ...Object.keys(values).filter(isCustomColumn)].flatMap((columnId, column) =>
    (values[columnId] ?? []).map(
      (value, at): Named => ({
        meaning: { kind: 'values', columnId, values: [value], exclude: false },
        about: titleOf(columnId),
        names: [value],
        place: column + at / 1000,
      }),
    ),
  )

const MONTHS_BACK = 12
const YEARS_BACK = 3

const dates = (calendar: AskCalendar): Named[] => {
  const { today } = calendar
  const { year } = parseLocalDay(today)
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => parseLocalDay(addMonths(startOfMonth(today), -back)))
  const fixed = [
    ...months.map((one) => ({
      name: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        Date.UTC(one.year, one.month - 1, 1),
      ),
      days: monthDays(one.month, one.year, calendar),
    })),
    ...Array.from({ length: YEARS_BACK }, (_, back) => ({
      name: String(year - back),
      days: yearDays(year - back, calendar),
    })),
  ]
  const next = { from: addMonths(startOfMonth(today), 1), until: addMonths(startOfMonth(today), 2) }
  return [
    ...LIMITED_RANGES.map(
      (range): Named => ({
        meaning: { kind: 'range', range },
        about: 'Dates',
        names: [],
        place: placeIn(FIRST_RANGES, range),
      }),
    ),
    ...fixed.map(
      ({ name, days }, at): Named => ({
        meaning: { kind: 'range', range: fixedRangeText(days) },
        about: 'Dates',
        names: [name],
        place: LAST + at,
      }),
    ),
    {
      meaning: { kind: 'forecast', ...next },
      about: 'Forecast',
      names: ['forecast', 'forecast for next month', 'next month'],
      place: LAST,
    },
  ]
}

const TOPS = [10, 5, 20]

const order = (direction: 'asc' | 'desc', top: number | null, names: string): Named => ({
  meaning: { kind: 'order', direction, top, byDate: false },
  about: 'Order',
  names: phraseList(names),
  place: top ?? LAST,
})

const COMPARE_PHRASES: Readonly<Partial<Record<CompareMode, string>>> = {
  previousPeriod: 'compare, previous period, period before',
  plan: 'compare, plan, budget',
}

/** `hasPlan`: the account has a plan to compare with. */
const shape = (hasPlan: boolean): Named[] => [
  ...COMPARE_MODES.filter((mode) => mode !== 'plan' || hasPlan).map(
    (mode, place): Named => ({
      meaning: { kind: 'compare', mode },
      about: 'Comparison',
      names: phraseList(COMPARE_PHRASES[mode] ?? 'compare, last year, year over year'),
      place,
    }),
  ),
  ...TOPS.flatMap((top) => [
    order('desc', top, `top ${top}, best ${top}`),
    order('asc', top, `lowest ${top}, bottom ${top}`),
  ]),
  {
    meaning: { kind: 'share' },
    about: 'Also show',
    names: phraseList('share of total, percent of total, percentage'),
    place: LAST,
  },
  {
    meaning: { kind: 'change' },
    about: 'Also show',
    names: phraseList('change between periods, growth, period over period'),
    place: LAST,
  },
]

/** Since when somebody did something, or did not. */
const SPANS = ['Last90Days', 'Last180Days', 'Last365Days', 'ThisYear', 'LastYear'] as const

/** Who had a reservation and came. */
const HELD: AskedHistory['filters'] = [{ columnId: 'heldOn', comparison: 'IsNotNull', value: null }]

const did = (of: string, verbs: string, notVerbs: string, dates: string | null, words: string): Named[] => {
  const said = (texts: string): string[] => phraseList(texts).map((verb) => `${verb} ${words}`)
  const meaning = { kind: 'history', of, which: 'any', filters: of === 'Reservations' ? HELD : [], dates } as const
  return [
    { meaning, about: 'History', names: said(verbs), place: LAST },
    {
      meaning: { ...meaning, count: { comparison: 'Equal', value: 0 } },
      about: 'History',
      names: said(notVerbs),
      place: LAST,
    },
  ]
}

/** Conditions on what people did, the most usual ones; others are typed. */
const histories = (values: ValueIndex): Named[] => [
  ...[...SPANS, null].flatMap((dates) => {
    const words = dates === null ? 'ever' : RANGE_TITLES[dates].toLowerCase()
    return [
      ...did('Orders', 'ordered, bought, who ordered', 'not ordered, did not order, have not ordered', dates, words),
      ...did('Reservations', 'visited, who visited', 'not visited, did not visit, have not visited', dates, words),
    ]
  }),
  ...(['varietal', 'category'] as const).flatMap((columnId) =>
    (values[columnId] ?? []).flatMap((value) =>
      did('OrderLines', 'bought, who bought', 'never bought, did not buy', null, value).map((one) => ({
        ...one,
        meaning: { ...one.meaning, filters: [{ columnId, comparison: 'Equal', value }] } as ChipMeaning,
      })),
    ),
  ),
  ...codeOptions('Orders', 'channel').flatMap(({ value, label }) =>
    (['first', 'last'] as const).map(
      (which): Named => ({
        meaning: {
          kind: 'history',
          of: 'Orders',
          which,
          filters: [{ columnId: 'channel', comparison: 'Equal', value }],
          dates: null,
        },
        about: 'History',
        names: [`${which} order ${label}`, `${which} bought ${label}`],
        place: LAST,
      }),
    ),
  ),
]

/** Everything that an account's questions can be made of. */
export const buildChoices = (
  values: ValueIndex,
  customFields: readonly CustomField[],
  calendar: AskCalendar,
): readonly Choice[] => {
  const find = columnFinder(customFields)
  const titleOf = (columnId: string): string => find(columnId)?.displayName ?? columnId
  const byId = Map.groupBy(
    reportTypesFor(customFields).flatMap((type) => type.columns),
    ({ columnId }) => columnId,
  )
  const columns = [...byId.values()].flatMap(([first]) => first ?? [])
  const named = [
    ...measures(columns),
    ...lists(),
    ...groups(columns),
    ...codes(titleOf),
    ...yesOrNo(columns),
    ...phrases(),
    ...ownValues(values, titleOf),
    ...dates(calendar),
    ...histories(values),
    ...shape((calendar.plan ?? []).length > 0),
  ]
  return named.map(({ meaning, about, names, place }) => {
    const label = chipLabel(meaning, find)
    const phrases = [...new Set([...names, label].map(normalizePhrase))]
    return { chip: { ...meaning, label }, about, phrases, text: phrases.join('\n'), place }
  })
}
