import { expect, test } from 'vitest'
import { ORDINARY_ITEMS } from '#domain/item-kind/ordinary-items.fixture.ts'
import { bcItemKind } from './bigcommerce/catalog.ts'
import { c7ItemKind } from './commerce7/codes.ts'
import { rowsOfTable } from './kit/rows.ts'
import { kindColumns } from './shopify/codes.ts'
import { squareItemKind } from './square/codes.ts'
import { orderRows } from './toast/order-rows.ts'
import { ToastOrder } from './toast/order-schema.ts'
import { CHECK, ORDER, SELECTION } from './toast/samples.fixture.ts'
import { wineDirectItemKind } from './winedirect/codes.ts'
import { wooItemKind } from './woocommerce/catalog.ts'

const toastKind = (category: string | null, title: string) => {
  const selection = { ...SELECTION, displayName: title, item: null, salesCategory: { guid: 'c1' } }
  const rows = orderRows(ToastOrder.parse({ ...ORDER, checks: [{ ...CHECK, selections: [selection] }] }), {
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    names: {
      diningOptions: new Map(),
      revenueCenters: new Map(),
      salesCategories: new Map(category === null ? [] : [['c1', category]]),
    },
    employees: new Map(),
    byGuid: new Map(),
    countsGuests: false,
    location: null,
  })
  return rowsOfTable('order_lines', rows)[0]?.item_kind
}

/** With the type that each platform has for goods of any kind. */
const PLATFORMS = {
  bigcommerce: (category: string | null, title: string) =>
    bcItemKind('physical', title, category === null ? [] : [category]),
  commerce7: (category: string | null, title: string) => c7ItemKind({ type: 'Bundle', taxType: null, title, category }),
  shopify: (productType: string | null, title: string) =>
    kindColumns({ isGiftCard: false, title, productType, taxonomy: null }).item_kind,
  square: (category: string | null, title: string) =>
    squareItemKind({ productType: 'REGULAR', isAlcoholic: null, category, title }),
  toast: toastKind,
  winedirect: (department: string | null, title: string) => wineDirectItemKind({ type: null, title, department }),
  woocommerce: (category: string | null, title: string) =>
    wooItemKind({ type: 'simple', categories: category === null ? [] : [category], title }),
}

test.each(ORDINARY_ITEMS)('%s / %s is of the kind %s on every platform', (category, title, kind) => {
  const kinds = Object.entries(PLATFORMS).map(([platform, read]) => [platform, read(category, title)])
  expect(kinds).toEqual(Object.keys(PLATFORMS).map((platform) => [platform, kind]))
})

test.each([
  ['commerce7', 'Wine', 'Estate Tasting', 'wine'],
  ['commerce7', 'General Merchandise', '2021 Pinot Noir', 'merch'],
  ['winedirect', 'Wine', 'Estate Tasting', 'wine'],
  ['winedirect', 'Product', '2021 Pinot Noir', 'merch'],
  ['winedirect', 'EventTicket', 'Estate Dinner', 'event'],
  ['square', 'GIFT_CARD', '2021 Pinot Noir', 'gift_card'],
  ['square', 'EVENT', '2021 Pinot Noir', 'event'],
  ['woocommerce', 'subscription', 'Wine', 'club_fee'],
  ['woocommerce', 'gift-card', 'Wine', 'gift_card'],
  ['bigcommerce', 'giftcertificate', 'Wine', 'gift_card'],
] as const)('%s’s type %s decides for %s', (platform, type, title, kind) => {
  const byType = {
    commerce7: () => c7ItemKind({ type, taxType: null, title, category: null }),
    winedirect: () => wineDirectItemKind({ type, title, department: null }),
    square: () => squareItemKind({ productType: type, isAlcoholic: null, category: null, title }),
    woocommerce: () => wooItemKind({ type, categories: [], title }),
    bigcommerce: () => bcItemKind(type, title),
  }
  expect(byType[platform]()).toBe(kind)
})
