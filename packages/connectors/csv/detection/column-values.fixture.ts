/** How a column is filled, by the row's number from 0. */
export type Fill = (row: number) => string

const padTwoDigits = (number: number): string => String(number).padStart(2, '0')
export const pick =
  (...values: readonly string[]): Fill =>
  (row) =>
    values[row % values.length] ?? ''

export const id: Fill = (row) => String(10_482 + row)
/** three rows share an id */
export const sharedId: Fill = (row) => String(5000 + Math.floor(row / 3))
export const sharedCustomer: Fill = (row) => `C-${100 + ((row * 7) % 11)}`
export const sku: Fill = pick('22-PN', '21-CH', '85123A', 'TST-EST', '20-CAB-1.5')
export const uniqueSku: Fill = (row) => `W${padTwoDigits(row)}-PN`
export const wine: Fill = pick('2022 Estate Pinot Noir', 'Reserve Chardonnay', 'Rosé of Syrah')
export const small: Fill = (row) => String(1 + (row % 6))
export const money: Fill = (row) => `${12 + (row % 40)}.${padTwoDigits((row * 7) % 100)}`
export const dollars: Fill = (row) => `$${money(row)}`
export const comma: Fill = (row) => money(row).replace('.', ',')
export const day: Fill = (row) => `2026-${padTwoDigits(1 + (row % 12))}-${padTwoDigits(1 + (row % 28))}`
export const dayFirst: Fill = (row) => `${padTwoDigits(1 + (row % 28))}/${padTwoDigits(1 + (row % 12))}/2026`
export const dotted: Fill = (row) => `${padTwoDigits(1 + (row % 28))}.${padTwoDigits(1 + (row % 12))}.2026`
export const time: Fill = (row) => `${day(row)} ${padTwoDigits(9 + (row % 9))}:${padTwoDigits((row * 13) % 60)}:00`
export const clock: Fill = (row) => `${padTwoDigits(9 + (row % 9))}:${padTwoDigits((row * 13) % 60)}`
export const monthName: Fill = (row) => `${padTwoDigits(1 + (row % 28))}-${pick('Jan', 'Feb', 'Mar', 'Apr')(row)}-26`
export const email: Fill = (row) => `guest${row}@mail.example`
export const first: Fill = pick('Ana', 'Ben', 'Chloé', 'Dieter')
export const last: Fill = pick('Pérez', 'Smith', 'Rossi')
export const full: Fill = (row) => `${first(row)} ${last(row)}`
export const text: Fill = pick('north', 'south', 'east')
export const none: Fill = () => ''
export const state: Fill = pick('CA', 'OR', 'WA')
export const country: Fill = pick('US', 'United States')
export const channel: Fill = pick('POS', 'Web', 'Club')
export const phone: Fill = (row) => `(707) 555-01${padTwoDigits(row % 100)}`
export const currency: Fill = () => 'USD'
