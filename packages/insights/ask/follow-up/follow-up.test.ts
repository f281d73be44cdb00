import { describe, expect, test } from 'vitest'
import { ask } from '../ask.ts'
import { askChips, questionOf } from '../chips/ask-chips.ts'
import type { Understood } from '../choose.ts'
import { ALL_QUESTIONS } from '../questions/all.questions.ts'
import { FIXTURE } from '../questions/question-core.fixture.ts'

const answered = (question: string): Understood => {
  const answer = ask(question, FIXTURE)
  if (!('definition' in answer)) throw new Error(`“${question}” has no single answer`)
  return answer
}

const follow = (first: string, ...texts: readonly string[]) =>
  texts.reduce<ReturnType<typeof ask>>((former, text) => {
    if (!('definition' in former)) throw new Error(`before “${text}” there is no single answer`)
    return ask(text, { ...FIXTURE, former })
  }, answered(first))

/** Everything that a definition asks for but its name. */
const withoutName = ({ definition, compare }: Understood) => ({ ...definition, name: '', compare })

/** Former question, follow-up, and the whole question that it stands for. */
const COMPLETE_QUESTIONS: readonly (readonly [first: string, followUp: string, whole: string])[] = [
  ['sales by channel this year', 'and last year?', 'sales by channel last year'],
  ['sales by channel last month', 'and in 2024', 'sales by channel in 2024'],
  ['sales by channel last month', 'this month', 'sales by channel this month'],
  ['sales by channel last month', 'for all time', 'sales by channel'],
  ['sales by month last year', 'only web', 'web sales by month last year'],
  ['sales by month last year', 'just the tasting room', 'tasting room sales by month last year'],
  ['sales by month last year', 'without the club', 'sales by month last year excluding the club'],
  ['sales by month last year', 'drop the club', 'sales by month last year excluding the club'],
  ['web sales by month last year', 'what about phone', 'phone sales by month last year'],
  ['web sales by month last year', 'plus phone', 'web and phone sales by month last year'],
  ['web sales by month last year', 'all channels', 'sales by month last year'],
  ['web sales by month last year', 'no filters', 'sales by month last year'],
  ['sales last month', 'by varietal', 'sales by varietal last month'],
  ['sales by channel last month', 'by month instead', 'sales by month last month'],
  ['sales by channel last month', 'by state instead of channel', 'sales by state last month'],
  ['sales by channel last month', 'also by month', 'sales by channel and month last month'],
  ['sales by channel last month', 'in total', 'sales last month'],
  ['sales by varietal last month', 'top 5', 'top 5 varietals by sales last month'],
  ['web sales last month', 'top 5 varietals', 'top 5 varietals by web sales last month'],
  ['top 10 varietals by sales', 'all of them', 'top varietals by sales'],
  ['sales last year', 'compare with 2024', 'sales last year vs 2024'],
  ['sales last month', 'vs the same month last year', 'sales last month vs the same month last year'],
  ['sales this month', 'compared with last month', 'sales this month vs last month'],
  ['sales this month vs last month', 'no comparison', 'sales this month'],
  ['sales by channel last month', 'what about orders', 'orders by channel last month'],
  ['sales by channel last month', 'average order value too', 'sales and average order value by channel last month'],
  ['top 10 customers this year', 'by orders', 'top 10 customers by orders this year'],
  ['top 10 customers this year', 'in California', 'top 10 customers in California this year'],
  ['list orders over $500 last month', 'only web', 'list web orders over $500 last month'],
  ['list orders over $500 last month', 'over $1000', 'list orders over $1000 last month'],
  ['list orders over $500 last month', 'how many', 'how many orders over $500 last month'],
  ['list orders over $500 last month', 'by channel', 'how many orders over $500 by channel last month'],
  ['sales by channel last month', 'as a percentage', 'share of sales by channel last month'],
  ['sales by channel last year', 'why?', 'why did sales change last year'],
  ['sales by channel last month', 'by varital', 'sales by varietal last month'],
]

test.each(COMPLETE_QUESTIONS)('“%s”, then “%s” is “%s”', (first, followUp, whole) => {
  const answer = follow(first, followUp)
  if (!('changes' in answer)) throw new Error('no follow-up with one reading')
  const { changes: _, ...one } = answer
  expect(withoutName(one)).toEqual(withoutName(answered(whole)))
})

test('a conversation changes one definition step by step', () => {
  const answer = follow(
    'sales last month',
    'only web',
    'by varietal',
    'top 3',
    'vs last year',
    'what about the tasting room',
  )
  expect(withoutName(answer as Understood)).toEqual(
    withoutName(answered('top 3 varietals by tasting room sales last month vs the same month last year')),
  )
  expect(answer).toMatchObject({
    changes: ['filters'],
    definition: { name: expect.stringMatching(/^Tasting room net sales by varietal/) },
  })
})

describe('asks which is meant', () => {
  const TWO: readonly (readonly [first: string, followUp: string, readings: readonly [string, string]])[] = [
    ['sales last month', 'and last year?', ['sales in February 2025', 'sales last year']],
    ['sales by channel', 'and by varietal?', ['sales by varietal', 'sales by channel and varietal']],
    ['web sales by month', 'and phone?', ['phone sales by month', 'web and phone sales by month']],
    ['sales by channel', 'and orders?', ['orders by channel', 'sales and orders by channel']],
  ]
  test.each(TWO)('“%s”, then “%s”: %j', (first, followUp, readings) => {
    const answer = follow(first, followUp)
    if (!('choices' in answer)) throw new Error('one reading only')
    expect(answer.choices.map(withoutName)).toEqual(readings.map((whole) => withoutName(answered(whole))))
  })
})

describe('shows the rows in another way', () => {
  test.each([
    ['sales by channel', 'as a table', null],
    ['sales by channel', 'as a pie', { kind: 'pie', x: 'channel', series: ['netSales'] }],
    ['sales by month', 'as a bar chart', { kind: 'bar', x: 'orderMonth', series: ['netSales'] }],
    ['sales last month', 'as a chart', { kind: 'line', x: 'orderDay', series: ['netSales'] }],
    ['sales by state', 'on a map', { kind: 'map', x: 'state', series: ['netSales'] }],
    ['sales last month', 'on a map', { kind: 'map', x: 'state', series: ['netSales'] }],
    ['sales last year', 'by state as a line', { kind: 'line', x: 'state', series: ['netSales'] }],
  ])('“%s”, then “%s”', (first, followUp, chart) => {
    expect(follow(first, followUp)).toMatchObject({ definition: { chart } })
  })

  test.each([
    ['map of sales by state', { kind: 'map', x: 'state', series: ['netSales'] }],
    ['show club members on a map', { kind: 'map', x: 'state', series: ['activeMembers'] }],
    ['map of sales by channel', { kind: 'bar', x: 'channel', series: ['netSales'] }],
  ])('a question of its own may say how: “%s”', (question, chart) => {
    expect(answered(question).definition.chart).toEqual(chart)
  })

  test('and keeps that way', () => {
    expect(follow('sales by channel', 'as a table', 'only web', 'by state')).toMatchObject({
      definition: { chart: null },
    })
  })
})

describe('reads a question of its own as new', () => {
  test.each([
    'orders',
    'net sales by month this year',
    'how many members do we have',
    'list orders over $100',
    'who are our best customers this year?',
    'show me cancellations by reason',
  ])('%s', (question) => {
    expect(follow('web sales by varietal last month', question)).toEqual(answered(question))
  })
})

describe('refuses with the reason', () => {
  test.each([
    ['sales by channel', 'on a map', 'A map shows values by state. Ask for them “by state on a map”.'],
    ['sales last month', 'top 5', 'There is only one number to rank. Name what to rank, such as “top 5 wines”.'],
    ['active members by club', 'by varietal', 'Active members cannot be grouped by “varietal”.'],
    [
      'sales this year',
      'compare with 2023',
      'These dates can be compared with the period just before them, or with the same dates of the year before.',
    ],
    [
      'list orders over $500',
      'as a chart',
      'This answer has no such chart. Group it by one thing, such as “by month”.',
    ],
  ])('“%s”, then “%s”', (first, followUp, reason) => {
    expect(follow(first, followUp)).toMatchObject({ reason })
  })

  test.each(['zork', 'only zork', 'plus phone', 'how many'])('or with its words: “%s”', (followUp) => {
    expect(follow('sales by channel last month', followUp)).toHaveProperty('notUnderstood')
  })
})

describe('the definition of an answer', () => {
  const texts = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).toSorted()
  const compared = ({ definition, compare, forecast }: Understood) => ({
    ...definition,
    name: '',
    columnOrder: [],
    // chips say what is asked for, not that it is on a map
    chart: definition.chart?.kind === 'map' ? { ...definition.chart, kind: 'bar' } : definition.chart,
    filters: texts(definition.filters),
    dimensionFilters: texts(definition.dimensionFilters),
    compare,
    forecast,
  })

  test('is read back without loss, for the example questions', () => {
    const answers = ALL_QUESTIONS.flatMap(([question]) => {
      const answer = ask(question, FIXTURE)
      return 'definition' in answer ? [answer] : 'choices' in answer ? answer.choices : []
    })
    expect(answers.length).toBeGreaterThan(ALL_QUESTIONS.length * 0.8)
    for (const answer of answers) {
      const question = questionOf(answer, FIXTURE)
      const again = question === null ? null : askChips(question, FIXTURE)
      expect(again && 'definition' in again && compared(again), answer.definition.name).toEqual(compared(answer))
    }
  })

  test('that words cannot say is not followed up', () => {
    const { definition } = answered('sales by channel last month')
    const calculation = {
      columnId: 'running',
      displayName: 'Running total',
      kind: 'runningTotal' as const,
      of: { columnId: 'netSales', aggregation: 'None' as const },
    }
    const former = {
      definition: {
        ...definition,
        columns: [...definition.columns, { columnId: 'running', aggregation: 'None' as const }],
        calculations: [calculation],
      },
    }
    expect(ask('only web', { ...FIXTURE, former })).toHaveProperty('notUnderstood')
  })
})
