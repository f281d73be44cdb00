import { describe, expect, test } from 'vitest'
import type { AskContext } from '../ask.ts'
import { FIXTURE } from '../questions/question-core.fixture.ts'
import { askAfter, askChips } from './ask-chips.ts'
import type { ChipQuestion } from './chip.ts'
import { complete } from './complete.ts'

const EMPTY: ChipQuestion = { reportType: null, chips: [] }

const suggested = (text: string, question = EMPTY, replacing: number | null = null, context: AskContext = FIXTURE) =>
  complete(question, { text, replacing }, context)

/** The question after each text is completed by its first suggestion. */
const typed = (...texts: readonly string[]): ChipQuestion =>
  texts.reduce<ChipQuestion>((question, text) => {
    const [first] = suggested(text, question)
    if (first === undefined) throw new Error(`“${text}” has no suggestion`)
    return { reportType: question.reportType, chips: first.chips }
  }, EMPTY)

const labels = ({ chips }: ChipQuestion): string[] => chips.map(({ label }) => label)

test.each([
  ['net', 'Net sales'],
  ['sal', 'Net sales'],
  ['tasting r', 'Tasting room'],
  ['pinot n', 'Pinot Noir'],
  ['maria', 'Maria Lopez'],
  ['last mon', 'Last month'],
  ['over $500', 'Amount is more than 500'],
  ['net sales by ch', 'Net sales · By sales channel'],
  ['sales last month', 'Net sales · Last month'],
  ['guests by exp', 'Guests · By experience'],
  ['not tasting r', 'Not Tasting room'],
  ['total over 500', 'Total paid is more than 500'],
  ['last order before 2025-09-01', 'Last order is before Sep 1, 2025'],
  ['email is empty', 'Email is blank'],
  ['status is no-show', 'Status is No-show'],
  ['average guests', 'Average Guests'],
  ['discount per order', 'Discount ÷ orders'],
  ['who ordered last year', 'Who ordered last year'],
  ['TX or FL', 'Texas · Florida'],
])('“%s” suggests “%s” first', (text, label) => {
  expect(suggested(text)[0]?.label).toBe(label)
})

test('of what fits alike, what was asked for before comes first', () => {
  const first = (uses: ReadonlyMap<string, number>) =>
    complete(EMPTY, { text: 'tip', replacing: null, uses }, FIXTURE)[0]?.label
  expect(first(new Map())).toBe('Tips')
  expect(first(new Map([['Tip rate', 2]]))).toBe('Tip rate')
})

test('a measure is offered next to a value of the same name', () => {
  expect(suggested('shipping').map(({ label, about }) => `${about}: ${label}`)).toEqual(
    expect.arrayContaining(['Item type: Shipping', 'Measure: Shipping']),
  )
})

test('nothing typed offers what to ask about, and then what to divide and limit it by', () => {
  expect(
    suggested('')
      .slice(0, 3)
      .map(({ label }) => label),
  ).toEqual(['Net sales', 'Orders', 'Units sold'])
  const next = suggested('', typed('net sales'))
  expect(next.every(({ about }) => about === 'Group' || about === 'Dates')).toBe(true)
})

test('chips are asked as the same words would be', () => {
  const question = typed('net sales', 'by sales ch', 'last month', 'vs same dates')
  expect(labels(question)).toEqual(['Net sales', 'By sales channel', 'Last month', 'vs same dates last year'])
  expect(askChips(question, FIXTURE)).toMatchObject({
    definition: {
      reportType: 'Orders',
      groupColumns: ['channel'],
      relativeDateFilter: { relativeRange: 'LastMonth', columnName: 'orderDate' },
    },
    compare: 'previousYear',
  })
})

test('values of one column are all meant, and dates replace dates', () => {
  expect(labels(typed('net sales', 'pinot n', 'chardon'))).toEqual(['Net sales', 'Pinot Noir or Chardonnay'])
  expect(labels(typed('net sales', 'last month', 'this year'))).toEqual(['Net sales', 'This year'])
})

describe('a chip that is changed', () => {
  test('offers others of its kind', () => {
    const question = typed('net sales', 'tasting room', 'last month')
    expect(suggested('', question, 1).every(({ about }) => about === 'Sales channel')).toBe(true)
    expect(suggested('', question, 2).every(({ about }) => about === 'Dates' || about === 'Forecast')).toBe(true)
    expect(suggested('we', question, 1)[0]?.chips.map(({ label }) => label)).toEqual(['Net sales', 'Web', 'Last month'])
  })
})

test('only what has an answer is suggested', () => {
  const members = typed('active members')
  for (const { chips } of suggested('by ', members))
    expect(askChips({ ...members, chips }, FIXTURE)).toHaveProperty('definition')
  expect(suggested('varietal', members).map(({ label }) => label)).not.toContain('By varietal')
})

test('words after chips change what they ask, or complete it', () => {
  expect(askAfter(typed('net sales', 'by month'), 'only web', FIXTURE)).toMatchObject({ changes: ['filters'] })
  expect(askAfter(typed('tasting room'), 'sales last month', FIXTURE)).toMatchObject({
    definition: { relativeDateFilter: { relativeRange: 'LastMonth' } },
  })
})

test('chips that ask for nothing say so', () => {
  expect(
    askChips({ ...EMPTY, chips: [{ kind: 'group', columnId: 'nonsense', label: 'By nonsense' }] }, FIXTURE),
  ).toHaveProperty('notUnderstood')
})

test('a letter takes under 50 ms with 5,000 names', () => {
  const names = (column: string): string[] =>
    Array.from({ length: 1000 }, (_, at) => `${2010 + (at % 12)} ${column} ${at} Reserve`)
  const context: AskContext = {
    ...FIXTURE,
    values: {
      ...FIXTURE.values,
      productTitle: names('Ridge'),
      brand: names('Hill'),
      teamMember: names('Ann'),
      city: names('Town'),
      customerGroup: names('Group'),
    },
  }
  const question = typed('net sales')
  suggested('', question, null, context)
  // of the processor: other work of the machine is none of ours
  const took = (text: string): number =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const before = process.cpuUsage()
        suggested(text, question, null, context)
        return process.cpuUsage(before).user / 1000
      }),
    )
  const texts = ['n', 'ne', 'net', 'r', 'ri', 'rid', 'ridge 7', 'net sales by c', '2014 h', 'top 10 cu']
  expect(Math.max(...texts.map(took))).toBeLessThan(50)
})
