import type { Question } from './question.ts'

export const TASTING_QUESTIONS: readonly Question[] = [
  ['How many guests did we have last weekend?', '? last'],
  ['guests this month', 'Reservations: guests | in ThisMonth'],
  ['visitors per day last week', 'Reservations: guests | by reservationDay | in LastWeek'],
  ['reservations by experience', 'Reservations: reservationCount | by experience'],
  ['How many reservations did we have in February?', 'Reservations: reservationCount | in 2026-02-01..2026-03-01'],
  ['bottle conversion by team member', 'Reservations: bottleConversion | by teamMember'],
  ['tasting conversion last month', 'Reservations: bottleConversion, reservationCount | in LastMonth'],
  ['club conversion by experience this year', 'Reservations: signupConversion | by experience | in ThisYear'],
  ['revenue per guest by month', 'Reservations: revenuePerGuest | by reservationMonth'],
  ['tasting revenue by experience', 'Reservations: revenue | by experience'],
  ['guests by day of week', 'Reservations: guests | by reservationWeekday'],
  ['Library Tasting guests this year', 'Reservations: guests | where experience = Library Tasting | in ThisYear'],
  ['no shows last month', '? no shows'],
  ['busiest day of the week by guests', 'Reservations: guests | by reservationWeekday | sort -guests'],
  ['list reservations today', 'list reservation | in Today'],
  ['which host has the best signup conversion', 'Reservations: signupConversion | by teamMember'],
]
