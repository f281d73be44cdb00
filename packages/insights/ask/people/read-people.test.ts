import { expect, test } from 'vitest'
import { ask } from '../ask.ts'
import { FIXTURE } from '../questions/question-core.fixture.ts'

// Today is Saturday, March 14, 2026.
test.each([
  [
    'members who joined last year and have not ordered since January',
    'Current members who joined a club last year and who didn’t order since Jan 1, 2026, latest signup date first.',
  ],
  [
    'customers who bought exactly once, more than 6 months ago',
    'Customers who ordered exactly once and who ordered before Sep 14, 2025, by customer.',
  ],
  [
    'customers whose last order was over 90 days ago',
    'Customers whose last order was before Dec 14, 2025, by customer.',
  ],
  [
    'customers who bought 2021 Oak Hollow Cabernet but not the 2022',
    'Customers who bought 2021 Oak Hollow Cabernet and who didn’t buy 2022 Oak Hollow Cabernet, by customer.',
  ],
  [
    'people who did the cellar tour this year and didn’t join any club',
    'Customers who kept a reservation with experience Cellar Tour this year and who didn’t join a club, by customer.',
  ],
  ['former members that still buy', 'Former members who ordered in the last 365 days, latest cancellation date first.'],
  [
    'former members who still buy wine',
    'Former members who bought Wine in the last 365 days, latest cancellation date first.',
  ],
  [
    'people with a reservation this week who are club members',
    'Customers (member) who had a reservation with status other than Canceled this week, by customer.',
  ],
  [
    'members who skipped two releases',
    'Current members who skipped a release at least twice, latest signup date first.',
  ],
  [
    'members in California who joined more than 3 years ago',
    'Current members in California, signup date up to Mar 13, 2023, latest signup date first.',
  ],
  [
    'members on hold who ordered this year',
    'Members with standing On hold who ordered this year, latest signup date first.',
  ],
  [
    'members who were on hold last summer',
    'Current members who put a membership on hold during Jun 1 – Aug 31, 2025, latest signup date first.',
  ],
  [
    'members who paused and then canceled',
    'Customers who put a membership on hold and who canceled a membership, by customer.',
  ],
  [
    'customers who bought Pinot Noir but never Chardonnay',
    'Customers who bought Pinot Noir and who didn’t buy Chardonnay, by customer.',
  ],
  [
    'customers who bought twice but not in the last 6 months',
    'Customers who ordered at least twice and who didn’t order since Sep 14, 2025, by customer.',
  ],
  [
    'customers who first bought at the tasting room, then online',
    'Customers whose first order was in the tasting room and who ordered online, by customer.',
  ],
  ['customers whose last order was phone', 'Customers whose last order was by phone, by customer.'],
  [
    'who ordered twice last year but not this year',
    'Customers who ordered at least twice last year and who didn’t order this year, by customer.',
  ],
  ['customers who visited but never bought', 'Customers who kept a reservation and who didn’t order, by customer.'],
  [
    'customers who ordered at least 3 times and never visited',
    'Customers who ordered at least 3 times, who didn’t keep a reservation and who didn’t order in the tasting room, by customer.',
  ],
  [
    'how many customers visited and ordered online',
    'Customers who kept a reservation and who ordered online, all dates.',
  ],
  [
    'who bought both pinot noir and chardonnay last year',
    'Customers who bought Pinot Noir last year and who bought Chardonnay last year, by customer.',
  ],
  [
    'customers who came for a tasting and joined the club',
    'Customers who kept a reservation and who joined a club, by customer.',
  ],
  [
    'who bought zin last year and hasnt bought any this year',
    'Customers who bought Zinfandel last year and who didn’t buy Zinfandel this year, by customer.',
  ],
  [
    'guests who did the cellar tour and are in the club now',
    'Customers (member) who kept a reservation with experience Cellar Tour, by customer.',
  ],
  [
    'people who quit and then rejoined',
    'Customers who canceled a membership and who joined a club at least twice, by customer.',
  ],
  [
    'who bought in november 24 and november 25',
    'Customers who ordered during Nov 1 – Nov 30, 2024 and who ordered during Nov 1 – Nov 30, 2025, by customer.',
  ],
  [
    'former members who still bought in the last year',
    'Former members who ordered since Mar 14, 2025, latest cancellation date first.',
  ],
  [
    'club members who havent bought anything outside their shipments in the last year',
    'Current members who didn’t order with sales channel other than Club since Mar 14, 2025, latest signup date first.',
  ],
  [
    'club members who bought something extra last month',
    'Current members who ordered with sales channel other than Club last month, latest signup date first.',
  ],
  [
    'customers who bought last Valentine’s Day but not this Valentine’s Day',
    'Customers who ordered on Feb 14, 2025 and who didn’t order on Feb 14, 2026, by customer.',
  ],
  [
    'who skipped both the fall and spring shipments',
    'Customers who skipped Spring 2026 and who skipped Fall 2025, by customer.',
  ],
  [
    'members who declined spring 2026 but have ordered since',
    'Current members who were declined in Spring 2026 and who ordered after that day, latest signup date first.',
  ],
  [
    'customers who bought oak hollow in 2024 but not since',
    'Customers who bought Oak Hollow during Jan 1 – Dec 31, 2024 and who didn’t buy Oak Hollow since Jan 1, 2025, by customer.',
  ],
  [
    'who visited last year and hasnt been back',
    'Customers who kept a reservation last year, who didn’t keep a reservation since Jan 1, 2026 and who didn’t order in the tasting room since Jan 1, 2026, by customer.',
  ],
  [
    'who bought chardonnay and never ordered again',
    'Customers who bought Chardonnay and who didn’t order after that day, by customer.',
  ],
  [
    'customers with birthdays in april who are in estate reds',
    'Customers with birthday month April who are in Estate Reds, by customer.',
  ],
  ['first order was web, now a club member', 'Customers (member) whose first order was online, by customer.'],
  [
    'lapsed customers: last order more than 12 months ago, ltv over 1000',
    'Lifetime value by customer with lifetime value of more than 1000 whose last order was before Mar 14, 2025, all dates, highest lifetime value first.',
  ],
  [
    'bought in 2023, 2024 and 2025 but nothing yet this year',
    'Customers who ordered during Jan 1 – Dec 31, 2023, who ordered during Jan 1 – Dec 31, 2024, who ordered during Jan 1 – Dec 31, 2025 and who didn’t order this year, by customer.',
  ],
  [
    'who bought a case or more in one order this year but isnt in the club',
    'Customers (not a member) who ordered with units sold of at least 12 this year, by customer.',
  ],
  [
    'anyone who ordered more than $1,000 in one order this year',
    'Customers who ordered with net sales of more than 1000 this year, by customer.',
  ],
  [
    'tasting guests who bought nothing last month',
    'Customers who kept a reservation last month and who didn’t order last month, by customer.',
  ],
  [
    'first time buyers in feb that already came back',
    'Customers whose first order was during Feb 1 – Feb 28, 2026 and who ordered at least twice, by customer.',
  ],
  [
    'how many canceled members came back',
    'Customers who canceled a membership and who joined a club after that day, all dates.',
  ],
  [
    'who got the fall release but was declined in spring',
    'Customers who were charged for Fall 2025 and who were declined in Spring 2026, by customer.',
  ],
  [
    'who bought logo tee last weekend, i need their emails',
    'Customers who bought Logo Tee during Mar 7 – Mar 8, 2026, by customer.',
  ],
  [
    'how many members from the nov signups already cancelled',
    'Customers who joined a club during Nov 1 – Nov 30, 2025 and who canceled a membership, all dates.',
  ],
  [
    'reserve club members who havent been in the tasting room in a year',
    'Current members with club Reserve Club who didn’t order in the tasting room since Mar 14, 2025, latest signup date first.',
  ],
  [
    'customers who only ordered online and never visited',
    'Customers who ordered online, who didn’t order with sales channel other than Web, who didn’t keep a reservation and who didn’t order in the tasting room, by customer.',
  ],
  [
    'Estate Reds members who skipped the last two releases',
    'Current members with club Estate Reds who skipped Fall 2025 and who skipped Spring 2026, latest signup date first.',
  ],
  [
    "people whose first order was over 300 and haven't come back",
    'Customers whose first order was with net sales of more than 300 and who ordered exactly once, by customer.',
  ],
  [
    'members who have been with us over 2 years and bought nothing extra this year',
    'Current members who joined a club before Mar 14, 2024 and who didn’t order with sales channel other than Club this year, latest signup date first.',
  ],
  [
    'members who cancelled in the last 6 months and ordered this year',
    'Customers who canceled a membership since Sep 14, 2025 and who ordered this year, by customer.',
  ],
  ['online customers in Texas', 'Customers in Texas who ordered online, by customer.'],
  [
    'members over 2 years who never visited',
    'Current members who didn’t keep a reservation and who didn’t order in the tasting room, signup date up to Mar 13, 2024, latest signup date first.',
  ],
  [
    'which customers only ever buy white wine',
    'Customers who bought White Wine and who didn’t buy Wine with category other than White Wine, by customer.',
  ],
  [
    'how many customers only buy online',
    'Customers who ordered online and who didn’t order with sales channel other than Web, all dates.',
  ],
  [
    "customers who only ever buy when there's a discount",
    'Customers who ordered (discounted) and who didn’t order (not discounted), by customer.',
  ],
  [
    'customers who bought zinfandel 3+ times but arent members',
    'Customers (not a member) who bought Zinfandel at least 3 times, by customer.',
  ],
])('“%s”', (question, explanation) => {
  expect(ask(question, FIXTURE)).toMatchObject({ explanation, corrections: [] })
})

test('“visited 3 times” may be with a reservation, or seen in what was ordered in the tasting room', () => {
  const asked = ask('non members in CA with 3+ visits this year', FIXTURE)
  const explanations = 'choices' in asked ? asked.choices.map(({ explanation }) => explanation) : []
  expect(explanations).toEqual([
    'Customers (not a member) in California who kept a reservation at least 3 times this year, by customer.',
    'Customers (not a member) in California who ordered in the tasting room at least 3 times this year, by customer.',
  ])
})

test('both of the last two releases are skipped in one club, and of two clubs by nobody', () => {
  const ofClubs = (...clubs: readonly string[]) => ({
    ...FIXTURE,
    calendar: {
      ...FIXTURE.calendar,
      clubReleases: [
        { name: 'Fall 2025', clubName: clubs[0] ?? null, day: '2025-10-07' },
        { name: 'Spring 2026', clubName: clubs[1] ?? null, day: '2026-03-03' },
      ],
    },
  })
  const asked = (...clubs: readonly string[]) => ask('members who skipped the last two releases', ofClubs(...clubs))
  expect(asked('Reserve Club', 'Reserve Club')).toHaveProperty('definition.history')
  expect(asked('Reserve Club', 'Estate Reds')).toMatchObject({ notUnderstood: ['the last two releases'] })
})

test.each([
  [
    'customers who visited and later ordered online',
    'Customers who kept a reservation and who ordered online on or after that day, by customer.',
  ],
  [
    'who cancelled their membership this year but still bought something after',
    'Customers who canceled a membership this year and who ordered after that day, by customer.',
  ],
  [
    'who bought pinot noir last summer but nothing since labor day',
    'Customers who bought Pinot Noir during Jun 1 – Aug 31, 2025 and who didn’t order since Sep 1, 2025, by customer.',
  ],
  [
    'members who ordered after canceling',
    'Customers who canceled a membership and who ordered after that day, by customer.',
  ],
  [
    'how many people joined the club after visiting in october',
    'Customers who kept a reservation during Oct 1 – Oct 31, 2025 and who joined a club on or after that day, all dates.',
  ],
  [
    'customers who havent ordered since they joined',
    'Customers who joined a club and who didn’t order after that day, by customer.',
  ],
  [
    'who bought chardonnay before joining',
    'Customers who bought Chardonnay and who joined a club after that day, by customer.',
  ],
  [
    'who has not visited since their last order',
    'Customers who ordered, who didn’t keep a reservation after that day and who didn’t order in the tasting room after that day, by customer.',
  ],
  [
    'who ordered online and never ordered again',
    'Customers who ordered online and who didn’t order after that day, by customer.',
  ],
])('what was done later is so: “%s”', (question, explanation) => {
  expect(ask(question, FIXTURE)).toMatchObject({ explanation })
})

test('“how many” asks for their number, and the question alone for a list of them', () => {
  const [number, list] = ['how many customers', 'customers'].map((who) =>
    ask(`${who} who visited but never bought`, FIXTURE),
  )
  expect(number).toMatchObject({ definition: { columns: [{ columnId: 'customerCount' }] } })
  expect(list).toMatchObject({
    definition: { columns: expect.arrayContaining([{ columnId: 'email', aggregation: 'None' }]) },
  })
})

test.each([
  ['customers who ordered twice but never sang', 'a word is none of a history'],
  ['customers who only ordered in December', '“only” would be lost'],
  ['how many first time web buyers came back within 90 days', 'days after a first order are no dates'],
  ['customers who got a refund and havent been back', 'refunds are no orders of a history'],
  ['customers who joined the club in Chardonnay and never visited', 'a membership has no varietal'],
])('“%s” is not answered as a history: %s', (question) => {
  const answer = ask(question, FIXTURE)
  expect('definition' in answer ? answer.definition.history : undefined).toBeUndefined()
})
