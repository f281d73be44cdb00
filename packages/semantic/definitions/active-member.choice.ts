import type { Choice } from './choice.ts'

/** How far back an order of the club has to lie for its member to count as shipped to. */
export const SHIPPED_MONTHS = 6

export const activeMember = {
  id: 'activeMember',
  title: 'Active members',
  description: 'Which memberships count as active. Attrition is told of all who can cancel, those on hold included.',
  standard: 'onHoldIncluded',
  ways: {
    onHoldIncluded: {
      label: 'All who have not cancelled',
      description: 'Memberships that were not cancelled, also while they are on hold',
    },
    onHoldExcluded: {
      label: 'Without those on hold',
      description: 'Memberships that were not cancelled and take their shipments',
      note: 'This account leaves out those on hold',
    },
    shipped: {
      label: 'Shipped to lately',
      description: 'Memberships that were not cancelled, of customers with a paid club order in the last six months',
      note: 'This account counts those with a paid club order in the last six months only',
    },
  },
  shownBy: { reportType: 'Memberships', columnId: 'activeMembers', rangeColumn: 'signupDate' },
  columns: ['Memberships.activeMembers'],
  rollups: [],
} as const satisfies Choice
