import { expect, test } from 'vitest'
import { easterSunday, holidaysInYear, thanksgiving } from './holidays.ts'

// Published tables of the United States Naval Observatory.
test.each(
  `2015-04-05 2016-03-27 2017-04-16 2018-04-01 2019-04-21 2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20
   2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25`.split(
    /\s+/,
  ),
)('Easter Sunday is %s', (day) => {
  expect(easterSunday(Number(day.slice(0, 4)))).toBe(day)
})

test.each(
  `2015-11-26 2016-11-24 2017-11-23 2018-11-22 2019-11-28 2020-11-26 2021-11-25 2022-11-24 2023-11-23 2024-11-28 2025-11-27
   2026-11-26 2027-11-25 2028-11-23 2029-11-22 2030-11-28`.split(/\s+/),
)('Thanksgiving is %s', (day) => {
  expect(thanksgiving(Number(day.slice(0, 4)))).toBe(day)
})

test.each([
  [
    2024,
    [
      'Easter weekend: 2024-03-29 until 2024-04-01',
      'Mother’s Day weekend: 2024-05-11 until 2024-05-13',
      'Memorial Day weekend: 2024-05-25 until 2024-05-28',
      'Labor Day weekend: 2024-08-31 until 2024-09-03',
      'Thanksgiving week: 2024-11-25 until 2024-12-02',
      'Christmas week: 2024-12-20 until 2024-12-27',
    ],
  ],
  [
    2026,
    [
      'Easter weekend: 2026-04-03 until 2026-04-06',
      'Mother’s Day weekend: 2026-05-09 until 2026-05-11',
      'Memorial Day weekend: 2026-05-23 until 2026-05-26',
      'Labor Day weekend: 2026-09-05 until 2026-09-08',
      'Thanksgiving week: 2026-11-23 until 2026-11-30',
      'Christmas week: 2026-12-20 until 2026-12-27',
    ],
  ],
])('the holidays of %d', (year, expected) => {
  expect(holidaysInYear(year).map(({ name, from, until }) => `${name}: ${from} until ${until}`)).toEqual(expected)
})
