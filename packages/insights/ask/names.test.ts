import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { FIXTURE } from './questions/question-core.fixture.ts'

const fall = (year: number, clubName: string, day: string) => ({ name: `Fall ${year} ${clubName}`, clubName, day })

// Today is Saturday, March 14, 2026.
const WINERY = {
  ...FIXTURE,
  calendar: {
    ...FIXTURE.calendar,
    clubReleases: [
      fall(2024, 'Estate Reds', '2024-09-10'),
      fall(2025, 'Estate Reds', '2025-09-09'),
      fall(2025, 'Reserve Club', '2025-09-09'),
      fall(2025, 'Vintner Select', '2025-10-14'),
      { name: 'Holiday 2025 Estate Reds', clubName: 'Estate Reds', day: '2025-11-11' },
    ],
  },
  values: {
    ...FIXTURE.values,
    releaseName: [],
    productTitle: [
      'Rosé of Pinot Noir 2024',
      'Rosé of Pinot Noir 2025',
      'The Visionary Cabernet Sauvignon 2023',
      'The Visionary Cabernet Sauvignon 2024',
      'Pinot Noir 2023',
      'Old Vine Zin 2022',
      '2022 Old Vine Zin',
    ],
  },
}

test.each([
  [
    'a wine without its vintage is all of its vintages',
    'how many bottles of Rosé of Pinot Noir do we have left',
    'Available with product Rosé of Pinot Noir 2024 or Rosé of Pinot Noir 2025.',
  ],
  [
    'titles in either order are one wine',
    'sales of old vine zin',
    'Net sales with product Old Vine Zin 2022 or 2022 Old Vine Zin, all dates.',
  ],
  [
    'accents are not typed',
    'bottles of rose of pinot noir 2025',
    'Units sold with product Rosé of Pinot Noir 2025, all dates.',
  ],
  [
    'a year before the name is the vintage',
    'sales of the 2023 Visionary Cab',
    'Net sales with product The Visionary Cabernet Sauvignon 2023, all dates.',
  ],
  ['a varietal stays one where a wine is called the same', 'pinot noir sales', 'Pinot Noir net sales, all dates.'],
  [
    'a season’s release is that of every club, whatever days they chose',
    'sales of the fall release',
    'Net sales with release Fall 2025 Estate Reds, Fall 2025 Reserve Club or Fall 2025 Vintner Select, all dates.',
  ],
  [
    'a club’s release is its latest',
    'sales of the estate reds release',
    'Net sales with release Holiday 2025 Estate Reds, all dates.',
  ],
  [
    'with its year it is that one',
    'sales of the fall 2024 release',
    'Net sales with release Fall 2024 Estate Reds, all dates.',
  ],
  [
    'who comes on a day ahead has a reservation',
    'customers with a reservation next week',
    'Customers who had a reservation with status Reserved during Mar 16 – Mar 22, 2026, by customer.',
  ],
  [
    'a rank of days ahead is that of the guests who are booked',
    'top 5 reservations by guests next month',
    'Reservations and tastings with status Reserved, Apr 1 – Apr 30, 2026, the 5 with the highest guests booked.',
  ],
  [
    'months in a row are one range',
    'cab sav sales oct nov dec last yr',
    'Cabernet Sauvignon net sales by order month, Oct 1 – Dec 31, 2025.',
  ],
  [
    'attrition is of a year where no days are named',
    'churn rate Vintner Select vs Estate Reds',
    'Attrition by club with club Vintner Select or Estate Reds, cancellation date Mar 15, 2025 – Mar 14, 2026, highest attrition first.',
  ],
])('%s: %s', (_, question, explanation) => {
  expect(ask(question, WINERY)).toMatchObject({ explanation })
})

test('a second question that is not read is said', () => {
  const answer = ask('how much did we discount in November and on what', WINERY)
  expect(answer).toMatchObject({ without: { ignored: ['and on what'] } })
})

test.each([
  ['how did we do this weekend', 'Net sales, Mar 14 – Mar 15, 2026.'],
  ['what will we sell this weekend', 'Forecast of net sales by day, Mar 21 – Mar 22, 2026.'],
])('on a Monday this weekend is over, or ahead: %s', (question, explanation) => {
  const onMonday = { ...FIXTURE, calendar: { ...FIXTURE.calendar, today: '2026-03-16' } }
  expect(ask(question, onMonday)).toMatchObject({ explanation })
})
