import { expect, test } from 'vitest'
import { columnReader } from './read-column.fixture.ts'

const read = await columnReader()

/** Each row is a column: its values as written, the first timestamp that they mean, and the format by name. */
const WALL_CLOCK: readonly (readonly [values: readonly string[], first: string, name: string])[] = [
  [['2026-03-14'], '2026-03-14 00:00:00', 'YYYY-MM-DD'],
  [['2026-3-4'], '2026-03-04 00:00:00', 'YYYY-MM-DD'],
  [['2026/03/14'], '2026-03-14 00:00:00', 'YYYY/MM/DD'],
  [['2026.03.14'], '2026-03-14 00:00:00', 'YYYY.MM.DD'],
  [['2026-14-03'], '2026-03-14 00:00:00', 'YYYY-DD-MM'],
  [['20260314'], '2026-03-14 00:00:00', 'YYYYMMDD'],
  [['20260314 1305'], '2026-03-14 13:05:00', 'YYYYMMDD HH:mm'],
  [['20260314130509'], '2026-03-14 13:05:09', 'YYYYMMDD HH:mm:ss'],
  [['20260314T130509'], '2026-03-14 13:05:09', 'YYYYMMDD HH:mm:ss'],
  [['3/14/2026'], '2026-03-14 00:00:00', 'MM/DD/YYYY'],
  [['14/3/2026'], '2026-03-14 00:00:00', 'DD/MM/YYYY'],
  [['14.03.2026'], '2026-03-14 00:00:00', 'DD.MM.YYYY'],
  [['14. 3. 2026'], '2026-03-14 00:00:00', 'DD.MM.YYYY'],
  [['14-03-2026'], '2026-03-14 00:00:00', 'DD-MM-YYYY'],
  [['3/14/26'], '2026-03-14 00:00:00', 'MM/DD/YY'],
  [['14/03/26'], '2026-03-14 00:00:00', 'DD/MM/YY'],
  [['14.3.26'], '2026-03-14 00:00:00', 'DD.MM.YY'],
  [['99-12-31'], '1999-12-31 00:00:00', 'YY-MM-DD'],
  [['14 Mar 2026'], '2026-03-14 00:00:00', 'D MMM YYYY'],
  [['14-Mar-2026'], '2026-03-14 00:00:00', 'D-MMM-YYYY'],
  [['14-MAR-26'], '2026-03-14 00:00:00', 'D-MMM-YY'],
  [['4 Mar 26'], '2026-03-04 00:00:00', 'D MMM YY'],
  [['14Mar2026'], '2026-03-14 00:00:00', 'D MMM YYYY'],
  [['14 March 2026'], '2026-03-14 00:00:00', 'D MMM YYYY'],
  [['March 14, 2026'], '2026-03-14 00:00:00', 'MMM D YYYY'],
  [['Mar 14 2026', 'May 1 2026'], '2026-03-14 00:00:00', 'MMM D YYYY'],
  [['March 3rd, 2026', 'August 21st, 2026'], '2026-03-03 00:00:00', 'MMM D YYYY'],
  [['Sept 4, 2026'], '2026-09-04 00:00:00', 'MMM D YYYY'],
  [['2026-Mar-14'], '2026-03-14 00:00:00', 'YYYY-MMM-D'],
  [['14. März 2026'], '2026-03-14 00:00:00', 'D MMM YYYY'],
  [['1er août 2026'], '2026-08-01 00:00:00', 'D MMM YYYY'],
  [['14 de marzo de 2026'], '2026-03-14 00:00:00', 'D MMM YYYY'],
  [['2026年3月14日'], '2026-03-14 00:00:00', 'YYYY-MM-DD'],
  [['Saturday, March 14, 2026'], '2026-03-14 00:00:00', 'MMM D YYYY'],
  [['Sat 3/14/2026'], '2026-03-14 00:00:00', 'MM/DD/YYYY'],
  [["'2026-03-14"], '2026-03-14 00:00:00', 'YYYY-MM-DD'],
  [['2026-03-14 13:05'], '2026-03-14 13:05:00', 'YYYY-MM-DD HH:mm'],
  [['2026-03-14 13:05:09'], '2026-03-14 13:05:09', 'YYYY-MM-DD HH:mm:ss'],
  [['2026-03-14T13:05:09.250'], '2026-03-14 13:05:09.25', 'YYYY-MM-DDTHH:mm:ss'],
  [['2026-03-14 13:05:09.1234567'], '2026-03-14 13:05:09.123456', 'YYYY-MM-DD HH:mm:ss'],
  [['2026-03-14 13:05:09,250'], '2026-03-14 13:05:09.25', 'YYYY-MM-DD HH:mm:ss'],
  [['3/14/2026 1:05 PM'], '2026-03-14 13:05:00', 'MM/DD/YYYY hh:mm A'],
  [['3/14/2026 1:05:09 PM', '3/14/2026 1:05 PM'], '2026-03-14 13:05:09', 'MM/DD/YYYY hh:mm:ss A'],
  [['3/14/2026 12:00 AM'], '2026-03-14 00:00:00', 'MM/DD/YYYY hh:mm A'],
  [['3/14/26 9:05am'], '2026-03-14 09:05:00', 'MM/DD/YY hh:mmA'],
  [['3/14/2026, 1:05:09 p.m.'], '2026-03-14 13:05:09', 'MM/DD/YYYY hh:mm:ss A'],
  [['3/14/2026\u202f1:05\u202fPM'], '2026-03-14 13:05:00', 'MM/DD/YYYY hh:mm A'],
  [['14-Mar-26 13:05'], '2026-03-14 13:05:00', 'D-MMM-YY HH:mm'],
  [['14.03.2026 13.05'], '2026-03-14 13:05:00', 'DD.MM.YYYY HH:mm'],
  [['Saturday, March 14, 2026 at 1:05 PM'], '2026-03-14 13:05:00', 'MMM D YYYY hh:mm A'],
  [['Sat Mar 14 13:05:09 2026'], '2026-03-14 13:05:09', 'MMM D YYYY HH:mm:ss'],
  [['46095'], '2026-03-14 00:00:00', 'Excel serial number'],
  [['46095.5452430556', '46095'], '2026-03-14 13:05:09', 'Excel serial number'],
]

const INSTANTS: typeof WALL_CLOCK = [
  [['2026-03-14T13:05:09Z'], '2026-03-14 13:05:09', 'YYYY-MM-DDTHH:mm:ssZ'],
  [['2026-03-14T13:05:09.123Z'], '2026-03-14 13:05:09.123', 'YYYY-MM-DDTHH:mm:ssZ'],
  [['2026-03-14T13:05Z'], '2026-03-14 13:05:00', 'YYYY-MM-DDTHH:mmZ'],
  [['2026-03-14T13:05:09+02:00'], '2026-03-14 11:05:09', 'YYYY-MM-DDTHH:mm:ssZ'],
  [['2026-03-14 13:05:09 +0200'], '2026-03-14 11:05:09', 'YYYY-MM-DD HH:mm:ss Z'],
  [['2026-03-14 13:05:09-08'], '2026-03-14 21:05:09', 'YYYY-MM-DD HH:mm:ss Z'],
  [['20260314T130509Z'], '2026-03-14 13:05:09', 'YYYYMMDD HH:mm:ss Z'],
  [['Sat, 14 Mar 2026 13:05:09 -0800'], '2026-03-14 21:05:09', 'D MMM YYYY HH:mm:ss Z'],
  [['Sat Mar 14 2026 13:05:09 GMT-0800 (Pacific Standard Time)'], '2026-03-14 21:05:09', 'MMM D YYYY HH:mm:ss Z'],
  [['Sat Mar 14 13:05:09 PDT 2026'], '2026-03-14 20:05:09', 'MMM D YYYY HH:mm:ss Z'],
  [['2026-03-14 13:05:09 PST', '2026-07-14 13:05:09 PDT'], '2026-03-14 21:05:09', 'YYYY-MM-DD HH:mm:ss Z'],
  [['2026-03-14 13:05:09 UTC'], '2026-03-14 13:05:09', 'YYYY-MM-DD HH:mm:ss Z'],
  [['2026-03-14 13:05 America/Los_Angeles'], '2026-03-14 20:05:00', 'YYYY-MM-DD HH:mm Z'],
  [['3/14/2026 1:05 PM EDT'], '2026-03-14 17:05:00', 'MM/DD/YYYY hh:mm A Z'],
  [['14/Mar/2026:13:05:09 +0000'], '2026-03-14 13:05:09', 'D MMM YYYY HH:mm:ss Z'],
  [['1773493509'], '2026-03-14 13:05:09', 'Unix seconds'],
  [['1773493509250'], '2026-03-14 13:05:09.25', 'Unix milliseconds'],
]

test.each([...WALL_CLOCK, ...INSTANTS])('reads the dates %j from %s on, as %s', async (values, first, name) => {
  const { read: found, ...rest } = await read({ field: 'orderDate', values })
  expect({ ...rest, first: found[0] }).toEqual({ problem: null, name, first })
  expect(found).not.toContain(null)
  // The stated format reads the same when it comes back from the mapping page.
  expect((await read({ field: 'orderDate', values, format: name })).read).toEqual(found)
})

test('reads Excel serials of the 1904 system where the mapping says so', async () => {
  const column = { field: 'orderDate', values: ['44633.5'], format: 'Excel serial number (1904)' }
  expect((await read(column)).read).toEqual(['2026-03-14 12:00:00'])
})

test('day and month are distinguished by any value of the column', async () => {
  const early = ['1/2/26', '3/4/26', '5/6/26']
  expect((await read({ field: 'orderDate', values: [...early, '7/13/26'] })).read[1]).toBe('2026-03-04 00:00:00')
  expect((await read({ field: 'orderDate', values: [...early, '13/7/26'] })).read[1]).toBe('2026-04-03 00:00:00')
})

test.each([
  [['3/4/2026', '12/11/2026'], 'Choose the date format: MM/DD/YYYY or DD/MM/YYYY; the dates match both'],
  [['3/4/26'], 'Choose the date format: MM/DD/YY or DD/MM/YY; the dates match both'],
  [['03-04-05'], 'Choose the date format: MM-DD-YY or DD-MM-YY or YY-MM-DD; the dates match both'],
  [['3/14/2026', '14/3/2026'], 'Choose the date format: 14/3/2026 is day first and 3/14/2026 is month first'],
  [
    ['2026-03-01', '3/14/2026'],
    'Choose the date format: the dates don’t all use one known format; 2026-03-01 is YYYY-MM-DD, 3/14/2026 is MM/DD/YYYY',
  ],
  [['soon'], 'Choose the date format: the dates don’t all use one known format'],
  [['March 2026'], 'Choose the date format: the dates don’t all use one known format'],
])('asks about the dates %j', async (values, message) => {
  expect((await read({ field: 'orderDate', values })).problem).toBe(message)
})

test('rows in another format than most are not read, unless the mapping names both', async () => {
  const values = ['2026-03-01', '2026-03-02', '3/14/2026']
  expect((await read({ field: 'orderDate', values })).read).toEqual([
    '2026-03-01 00:00:00',
    '2026-03-02 00:00:00',
    null,
  ])
  const both = await read({ field: 'orderDate', values, format: 'YYYY-MM-DD | MM/DD/YYYY' })
  expect(both.read[2]).toBe('2026-03-14 00:00:00')
})

test('a birth date of two digits is not in the future', async () => {
  const values = ['3/14/55', '3/14/99', '3/14/05']
  const found = await read({ kind: 'customers', field: 'birthDate', values })
  expect(found.read).toEqual(['1955-03-14', '1999-03-14', '2005-03-14'])
})

test.each(['2026-02-30', '31/31/2026', '0026-01-01', '2026-03-14 25:00', '0'])('never reads %s', async (value) => {
  const values = ['2026-03-14', '2026-03-15', '2026-03-16', value]
  expect((await read({ field: 'orderDate', values })).read[3]).toBe(null)
})
