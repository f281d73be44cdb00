import { expect, test } from 'vitest'
import { ask } from '../ask.ts'
import { FIXTURE } from './question-core.fixture.ts'

const FORECASTS = 'Forecasts are of amounts and counts, by whole days, weeks, or months ahead.'

const APART = 'Values of different columns cannot be combined or compared side by side. Ask for each.'

const NOT_ENGLISH = 'Most of these words aren’t known here. If they’re in another language, ask in English.'

test.each([
  ['average order next month', `There is no forecast of average order for these dates. ${FORECASTS}`],
  ['sales forecast for last month', `There is no forecast of net sales for these dates. ${FORECASTS}`],
  ['stock by sales channel', 'On hand cannot be grouped by “sales channel”.'],
  ['stock last month', 'There are no past values of on hand: only today’s are known.'],
  ['guests by brand', 'Guests cannot be grouped by “brand”.'],
  ['attrition share by club', 'Attrition has no share of a total, because its parts do not add up.'],
  ['what is the weather', 'The weather isn’t in your data.'],
  ['Umsatz nach Kanal letzten Monat', NOT_ENGLISH],
  ['los 10 mejores clientes este año', NOT_ENGLISH],
  ['reserve club vs web sales last month', APART],
  ['rosé vs chardonnay sales', APART],
  ['tasting room or Texas orders over 500', APART],
])('%s: %s', (question, reason) => {
  expect(ask(question, FIXTURE)).toMatchObject({ reason })
})

test('of unknown words there is nothing to say but that they are', () => {
  expect(ask('sales by salesforce campaign', FIXTURE)).not.toHaveProperty('reason')
})
