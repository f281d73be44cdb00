import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { FIXTURE } from './questions/question-core.fixture.ts'
import { expectedAsked } from './rounds/expected.ts'
import { canonicalMeaning } from './rounds/meaning.ts'

test.each([
  ['sales by flavor profile', ['by flavor profile'], 'Orders: netSales'],
  [
    'Estate Reds members who skipped either of the last two releases',
    ['the last two releases'],
    'list skippedMember | where clubName = Estate Reds',
  ],
  ['do we have enough chardonnay', ['enough'], 'Inventory: onHand | where varietal = Chardonnay'],
  ['how many shirts did we sell last month', ['shirts'], 'OrderLines: unitsSold | in LastMonth'],
  ['sales without Zork this year', ['without Zork'], 'Orders: netSales | in ThisYear'],
  ['slaes by flavour profile last moth', ['by flavour profile'], 'Orders: netSales | in LastMonth'],
  ['stock last month', ['last month'], 'Inventory: onHand'],
  ['guests by brand this year', ['by brand'], 'Reservations: guests | in ThisYear'],
  [
    'folks who havent ordered in over a year but used to buy every quarter',
    ['but used to buy every quarter'],
    'list customer | where lastOrderDate < 2025-03-14',
  ],
  ['top 5 mellow customers this year', ['mellow'], 'Customers: netSales | by customer | in ThisYear | top 5'],
])('%s: without %j it is answered, and says so', (question, ignored, expected) => {
  const answer = ask(question, FIXTURE)
  const { without } = 'notUnderstood' in answer ? answer : { without: undefined }
  if (without === undefined) throw new Error(`not answered: ${question}`)
  const [actual, wanted] = [without.answer, expectedAsked(expected)].map((one) =>
    canonicalMeaning(one, FIXTURE.calendar),
  )
  expect([without.ignored, actual]).toEqual([ignored, wanted])
})

test('the answer is called after the words that were read', () => {
  expect(ask('sales by flavor profile', FIXTURE)).toMatchObject({
    without: { answer: { definition: { name: 'Sales' } } },
  })
})

test.each([
  ['declined cards still not fixed', 'it would ask for the opposite', 'Declined, all dates.'],
  ['thanksgiving week sales compared to 2025', 'a number would be lost', 'Net sales, Nov 24 – Nov 30, 2025.'],
  ['average signups by host', 'it would ask for another measure', /^Signups by team member/],
])('%s: not answered, because %s; the nearest question with an answer is offered', (question, _, nearest) => {
  const answer = ask(question, FIXTURE)
  expect(answer).toHaveProperty('nearest.explanation', expect.stringMatching(nearest))
  expect(answer).not.toHaveProperty('without')
})

test.each([
  ['what is the weather', 'nothing to measure is left'],
  ['weather in California last year', 'nothing to measure is left'],
  ['sales march 1 to 95', 'a number would be lost'],
  ['sales 13/45', 'a number would be lost'],
  ['customers who bought twice but did not sing in the last 6 months', 'it would ask for the opposite'],
  ['average order, members vs aliens', 'it would compare nothing'],
  ['ventas por canal el mes pasado', 'the question is in another language'],
])('%s: not answered, because %s', (question) => {
  const answer = ask(question, FIXTURE)
  expect(answer).toHaveProperty('notUnderstood')
  expect(answer).not.toHaveProperty('without')
})
