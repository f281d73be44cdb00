import type { Choice } from './choice.ts'

export const signupConversion = {
  id: 'signupConversion',
  title: 'Signup conversion',
  description: 'Whom club signups are compared with.',
  standard: 'tasters',
  ways: {
    tasters: {
      label: 'Tasters who could sign up',
      description: 'Club signups ÷ guests of visits, without the trade and without parties of members',
    },
    guests: {
      label: 'All guests',
      description: 'Club signups ÷ guests of visits, members and the trade included',
      note: 'This account divides by all guests',
    },
  },
  shownBy: { reportType: 'Reservations', columnId: 'signupConversion', rangeColumn: 'reservationDate' },
  columns: ['Reservations.signupConversion'],
  rollups: [],
} as const satisfies Choice
