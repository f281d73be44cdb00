import { expect, test } from 'vitest'
import { countryHolidays } from './holidays.ts'

const us = countryHolidays('US')

test.each([
  ['2024-11-28', 'thanksgiving'],
  ['2025-11-27', 'thanksgiving'],
  ['2026-11-27', 'thanksgivingWeekend'],
  ['2026-11-30', 'cyberMonday'],
  ['2026-05-25', 'memorialWeekend'],
  ['2025-05-26', 'memorialWeekend'],
  ['2026-05-10', 'mothersDay'],
  ['2026-02-14', 'valentines'],
  ['2026-02-16', 'presidentsWeekend'],
  ['2026-09-07', 'laborWeekend'],
  ['2026-10-12', 'columbusWeekend'],
  ['2027-01-01', 'newYear'],
  ['2026-12-25', 'christmas'],
])('%s is %s', (day, id) => {
  expect(us.on(day)).toContain(id)
})

test.each(['2026-03-11', '2026-08-19', '2026-11-17'])('%s is not a holiday', (day) => {
  expect(us.on(day)).toEqual([])
})

test('has all eleven federal holidays, once per year', () => {
  expect(us.inYear(2026).filter(({ isFederal }) => isFederal)).toHaveLength(11)
})

test.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2038, '2038-04-25'],
])('Easter of %i is %s', (year, day) => {
  expect(us.inYear(year).find(({ id }) => id === 'easter')?.from).toBe(day)
})

test('a country without a calendar has no holidays', () => {
  expect(countryHolidays('FR').on('2026-12-25')).toEqual([])
  expect(countryHolidays(null).ids).toEqual([])
})
