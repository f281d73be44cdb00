import { padTwoDigits } from './book.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const GERMAN = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const parts = (at: Date) => ({
  d: at.getUTCDate(),
  m: at.getUTCMonth() + 1,
  y: at.getUTCFullYear(),
  yy: padTwoDigits(at.getUTCFullYear() % 100),
  month: MONTHS[at.getUTCMonth()] ?? '',
  german: GERMAN[at.getUTCMonth()] ?? '',
  weekday: DAYS[at.getUTCDay()] ?? '',
})
