import { expect, test } from 'vitest'
import { REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { sample } from '#testkit/lane.ts'
import { ask } from './ask.ts'
import { FIXTURE } from './questions/question-core.fixture.ts'
import { canonicalMeaning } from './rounds/meaning.ts'
import { phraseList } from './text/token.ts'

const columnPhrase = (column: Column): string => phraseList(column.synonyms ?? '')[0] ?? column.displayName

const isAsked = (column: Column): boolean =>
  column.kind === 'dimension' &&
  column.fact === undefined &&
  column.part === undefined &&
  column.type !== 'boolean' &&
  !column.columnId.endsWith('Raw') &&
  (column.synonyms !== undefined || column.type === 'enum')

/** Words that mean several measures, or a count of records that the catalog has a better one for. */
const OTHER_NAMES = ['share', 'total', 'memberCount', 'lineDiscount']

const QUESTIONS = REPORT_TYPES.flatMap(({ columns }) =>
  columns
    .filter(({ kind, columnId }) => kind === 'measure' && !OTHER_NAMES.includes(columnId))
    .flatMap((measure) => columns.filter(isAsked).map((group) => ({ measure, group }))),
)

test('every measure can be asked by every dimension of its report type', () => {
  const failed = sample(QUESTIONS, 150).flatMap(({ measure, group }) => {
    const question = `${columnPhrase(measure)} by ${columnPhrase(group)}`
    const answer = ask(question, FIXTURE)
    const { columns = [], groupColumns = [] } = 'definition' in answer ? answer.definition : {}
    const isRight =
      columns.some(({ columnId }) => columnId === measure.columnId) && groupColumns.includes(group.columnId)
    return isRight ? [] : [question]
  })
  // a reason belongs to cancellations, or to holds
  expect(failed.filter((question) => !question.endsWith('by reason'))).toEqual([])
  expect(QUESTIONS.length).toBeGreaterThan(500)
})

test.each([
  ['today', '2026-03-14..2026-03-15'],
  ['yesterday', '2026-03-13..2026-03-14'],
  ['the day before yesterday', '2026-03-12..2026-03-13'],
  ['last saturday', '2026-03-07..2026-03-08'],
  ['on friday', '2026-03-13..2026-03-14'],
  ['last weekend', '2026-03-07..2026-03-09'],
  ['over the weekend', '2026-03-14..2026-03-16'],
  ['last week', '2026-03-02..2026-03-09'],
  ['3 weeks ago', '2026-02-16..2026-02-23'],
  ['the week of march 2', '2026-03-02..2026-03-09'],
  ['the week ending march 8', '2026-03-02..2026-03-09'],
  ['last month', '2026-02-01..2026-03-01'],
  ['the month before last', '2026-01-01..2026-02-01'],
  ['in january', '2026-01-01..2026-02-01'],
  ['last march', '2025-03-01..2025-04-01'],
  ['march of last year', '2025-03-01..2025-04-01'],
  ['in the last 3 months', '2025-12-15..2026-03-15'],
  ['past couple of weeks', '2026-02-23..2026-03-09'],
  ['last 10 days', '2026-03-05..2026-03-15'],
  ['trailing 12 months', '2025-03-15..2026-03-15'],
  ['last 3 whole months', '2025-12-01..2026-03-01'],
  ['q4', '2025-10-01..2026-01-01'],
  ['last quarter', '2025-10-01..2026-01-01'],
  ['first half of 2025', '2025-01-01..2025-07-01'],
  ['fy25', '2025-01-01..2026-01-01'],
  ['ytd', '2026-01-01..2026-03-15'],
  ['since the start of the year', '2026-01-01..2026-03-15'],
  ['since thanksgiving', '2025-11-27..2026-03-15'],
  ['black friday', '2025-11-28..2025-11-29'],
  ['black friday 2024', '2024-11-29..2024-11-30'],
  ['on new year’s eve', '2025-12-31..2026-01-01'],
  ['labor day weekend', '2025-08-30..2025-09-02'],
  ['last summer', '2025-06-01..2025-09-01'],
  ['winter 2025', '2025-12-01..2026-03-01'],
  ['from january to march 2025', '2025-01-01..2025-04-01'],
  ['march 1-10', '2026-03-01..2026-03-11'],
  ['between 3/1 and 3/10', '2026-03-01..2026-03-11'],
  ['12/24', '2025-12-24..2025-12-25'],
  ['in june and july', '2025-06-01..2025-08-01'],
  ['in january, february and march', '2026-01-01..2026-04-01'],
  ['june and july last year', '2025-06-01..2025-08-01'],
  ['november and december 2024', '2024-11-01..2025-01-01'],
  ['2023, 2024 and 2025', '2023-01-01..2026-01-01'],
  ['first week of december', '2025-12-01..2025-12-08'],
  ['the last 10 days of february', '2026-02-19..2026-03-01'],
  ['second half of january', '2026-01-16..2026-02-01'],
  ['first saturday of march', '2026-03-07..2026-03-08'],
  ['the last weekend of january', '2026-01-31..2026-02-02'],
  ['the week before christmas', '2025-12-18..2025-12-25'],
  ['two days after thanksgiving', '2025-11-28..2025-11-30'],
  ['the weekend after labor day', '2025-09-06..2025-09-08'],
  ['juneteenth weekend', '2025-06-21..2025-06-23'],
  ['4th of july weekend', '2025-07-04..2025-07-07'],
  ['valentines week', '2026-02-09..2026-02-16'],
  ['for the quarter', '2026-01-01..2026-04-01'],
  ['for the month so far', '2026-03-01..2026-03-15'],
])('sales %s', (words, days) => {
  const answer = ask(`sales ${words}`, FIXTURE)
  expect('definition' in answer ? canonicalMeaning(answer, FIXTURE.calendar).days : answer).toBe(days)
})

test.each(['sales march 1 to 95', 'sales on february 30', 'sales 13/45'])(
  '%s: a day that does not exist is none',
  (question) => {
    expect(ask(question, FIXTURE)).toHaveProperty('notUnderstood')
  },
)

test('a year may stand apart from the day that it belongs to', () => {
  const answer = ask('memorial day weekend sales 2024', FIXTURE)
  expect('definition' in answer ? canonicalMeaning(answer, FIXTURE.calendar).days : answer).toBe(
    '2024-05-25..2024-05-28',
  )
})

test.each([
  ['2026-03-09', ['2026-03-21/2026-03-22', '2026-03-14/2026-03-15']],
  ['2026-03-14', ['2026-03-21/2026-03-22']],
])('next Saturday, asked on %s, may be that of this week where it is still ahead', (today, days) => {
  const answer = ask('reservations next saturday', { ...FIXTURE, calendar: { ...FIXTURE.calendar, today } })
  const choices = 'choices' in answer ? answer.choices : 'definition' in answer ? [answer] : []
  expect(choices.map(({ definition }) => definition.relativeDateFilter?.relativeRange)).toEqual(days)
})
