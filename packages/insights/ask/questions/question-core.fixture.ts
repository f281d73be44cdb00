import type { AskContext } from '../ask.ts'

/**
 * A question and its expected parse in short: `Orders: netSales | by channel | where state = CA | in LastMonth | sort -netSales |
 * top 5 | vs previousYear`, `list order | where …` or, if it has no answer, `?` with the words at fault.
 *
 * The notation is that of `rounds/expected.ts`. Without `sort`, groups other than periods are ordered by the first measure, highest
 * first.
 */
export type Question = readonly [question: string, expected: string]

/** The winery that the questions are asked of, on a Saturday. */
export const FIXTURE: AskContext = {
  calendar: {
    today: '2026-03-14',
    weekStart: 'monday',
    fiscalYearStartMonth: 1,
    clubReleases: [
      { name: 'Fall 2025', day: '2025-10-07' },
      { name: 'Spring 2026', day: '2026-03-03' },
    ],
  },
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
