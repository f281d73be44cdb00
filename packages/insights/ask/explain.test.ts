import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { FIXTURE } from './questions/question-core.fixture.ts'

test.each([
  ['tasting room sales last weekend', 'Tasting room net sales, Mar 7 – Mar 8, 2026.'],
  ['web or phone chardonnay sales by month', 'Web or phone Chardonnay net sales by order month, all dates.'],
  ['sales not in California', 'Net sales with state other than California, all dates.'],
  ['orders over 500', 'Orders with net sales of more than 500, all dates, latest order date first.'],
  ['members who canceled last october', 'Members who canceled, Oct 1 – Oct 31, 2025, latest cancellation date first.'],
  ['members who joined last month', 'Members who joined, Feb 1 – Feb 28, 2026, latest signup date first.'],
  ['what will web sales be next month', 'Forecast of web net sales by month, Apr 1 – Apr 30, 2026.'],
  ['worst refund rate by channel', 'Refund rate by sales channel, all dates, highest refund rate first.'],
  ['lowest refund rate by channel', 'Refund rate by sales channel, all dates, lowest refund rate first.'],
  [
    'worst club for cancellations this year',
    'Cancellations by club, cancellation date Jan 1 – Dec 31, 2026, highest cancellations first.',
  ],
  [
    'best channel by refund rate last year',
    'Refund rate by sales channel, Jan 1 – Dec 31, 2025, lowest refund rate first.',
  ],
  ['worst channel by sales last year', 'Net sales by sales channel, Jan 1 – Dec 31, 2025, lowest net sales first.'],
  ['members by club', 'Active members by club, today, highest active members first.'],
  ['members by month', 'Active members by month, all dates.'],
  ['what do members buy', 'Net sales by product from customers who are in a club, all dates, highest net sales first.'],
  [
    'why did sales drop last month',
    'Net sales by sales channel, Feb 1 – Feb 28, 2026, compared with the same dates last year (Feb 1 – Feb 28, 2025), largest decrease first.',
  ],
  [
    'what changed most last month',
    'Net sales by sales channel, Feb 1 – Feb 28, 2026, compared with the same dates last year (Feb 1 – Feb 28, 2025), largest increase first.',
  ],
  [
    'members who bought a case this month',
    'Current members who ordered with units sold of at least 12 this month, latest signup date first.',
  ],
  ['sales on the web or in California last year', 'Net sales in California or online, Jan 1 – Dec 31, 2025.'],
])('“%s” is read as “%s”', (question, explanation) => {
  expect(ask(question, FIXTURE)).toMatchObject({ explanation })
})
