import type { ItemKind } from '#domain/commerce.ts'

const HOUSE = 'Larkmoor Estate'

type Row = readonly [sku: string, title: string, category: string, brand: string, price: number, weight: number]

/** Products of the sample winery other than wine. Prices are in minor units. */
const ofKind = (kind: ItemKind, rows: readonly Row[]) =>
  rows.map(([sku, title, category, brand, price, weight]) => ({ sku, title, category, brand, kind, price, weight }))

export type Good = ReturnType<typeof ofKind>[number]

export const EXPERIENCES = ofKind('tasting', [
  ['TST-EST', 'Estate Flight', 'Tasting', HOUSE, 2300, 60],
  ['TST-RES', 'Reserve Flight', 'Tasting', HOUSE, 4400, 20],
  ['TST-TOUR', 'Vineyard Tour & Tasting', 'Tasting', HOUSE, 5500, 10],
  ['TST-PAIR', 'Seasonal Pairing', 'Tasting', HOUSE, 6500, 7],
  ['TST-BRL', 'Barrel Room Tasting', 'Tasting', HOUSE, 8500, 3],
])

export const FOOD = ofKind('food', [
  ['GLS-RED', 'Glass of Red', 'By the Glass', HOUSE, 1400, 30],
  ['GLS-WHT', 'Glass of White', 'By the Glass', HOUSE, 1200, 34],
  ['GLS-SPK', 'Glass of Sparkling', 'By the Glass', HOUSE, 1500, 14],
  ['FD-BRD', 'Cheese & Charcuterie Board', 'Food', HOUSE, 2800, 24],
  ['FD-FLT', 'Wood-Fired Flatbread', 'Food', HOUSE, 1800, 20],
  ['FD-OLV', 'Marinated Olives', 'Food', HOUSE, 900, 12],
  ['FD-CHC', 'Chocolate Truffles', 'Food', 'Maple & Cacao', 1400, 8],
])

export const MERCHANDISE = ofKind('merch', [
  ['MR-GLS', 'Logo Wine Glass', 'Merchandise', HOUSE, 1600, 24],
  ['MR-DEC', 'Crystal Decanter', 'Merchandise', 'Northbay Glass', 7800, 4],
  ['MR-CRK', 'Waiter’s Corkscrew', 'Merchandise', HOUSE, 1800, 14],
  ['MR-TOT', 'Six-Bottle Tote', 'Merchandise', HOUSE, 2400, 12],
  ['MR-HAT', 'Canvas Cap', 'Merchandise', HOUSE, 2800, 10],
  ['MR-CND', 'Vine-Wood Candle', 'Merchandise', 'Maple & Cacao', 3200, 8],
  ['MR-BK', 'Cellar Journal', 'Merchandise', 'Northbay Glass', 2200, 5],
])

export const EVENT_TICKETS = ofKind('event', [
  ['EV-HRV', 'Harvest Supper', 'Event', HOUSE, 14500, 8],
  ['EV-MUS', 'Music on the Lawn', 'Event', HOUSE, 3500, 40],
  ['EV-BLD', 'Blending Workshop', 'Event', HOUSE, 9500, 12],
  ['EV-PKP', 'Pick-up Party', 'Event', HOUSE, 2500, 24],
])

export const GIFT_CARDS = ofKind('gift_card', [
  ['GC-050', 'Gift Card 50', 'Gift Card', HOUSE, 5000, 50],
  ['GC-100', 'Gift Card 100', 'Gift Card', HOUSE, 10000, 40],
  ['GC-250', 'Gift Card 250', 'Gift Card', HOUSE, 25000, 10],
])

export const BOOKING_FEES = ofKind('reservation', [
  ['BK-STD', 'Booking Fee', 'Reservation', HOUSE, 2500, 70],
  ['BK-PRV', 'Private Room Deposit', 'Reservation', HOUSE, 15000, 12],
])
