import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import { CUSTOMER, ORDER, PRODUCT, REFUNDS, SUBSCRIPTION, VARIATION, WEBHOOK } from './samples.fixture.ts'

/** https://developer.wordpress.org/rest-api/reference/ has more fields, which say nothing about sales. */
const SITE = { parts: [{ name: '', timezone_string: '', gmt_offset: -7, namespaces: ['wc/v3'] }], samples: [] }

const FEE = { id: 1, name: '', tax_class: '', tax_status: '', total: '', total_tax: '', taxes: [], meta_data: [] }
const ATTRIBUTE = { id: 6, name: 'Color', position: 0, visible: false, variation: true, options: ['Black'] }

/** Lists by the last part of their path: records that the documentation shows, and fields of its tables that those leave empty. */
const LISTS: Readonly<Record<string, { readonly shown: readonly unknown[]; readonly listed?: object }>> = {
  // Gift cards are those of the extension of that name: assumed; those of PW Gift Cards are in its code, `pw-gift-cards.php`.
  orders: {
    shown: [ORDER],
    listed: {
      fee_lines: [FEE],
      refunds: [{ id: 1, reason: '', total: '' }],
      gift_cards: [{ id: 1, code: '', amount: '' }],
      pw_gift_cards_redeemed: [{ number: '', amount: '' }],
    },
  },
  // What newer versions add, by their source: WC_REST_Order_Refunds_V2_Controller and the list of all refunds.
  refunds: {
    shown: REFUNDS,
    listed: {
      parent_id: 1,
      line_items: ORDER.line_items,
      shipping_lines: ORDER.shipping_lines,
      tax_lines: [],
      fee_lines: [FEE],
    },
  },
  customers: { shown: [CUSTOMER] },
  products: {
    shown: [PRODUCT],
    listed: { stock_quantity: 1, attributes: [ATTRIBUTE], brands: [{ id: 1, name: '', slug: '' }], variations: [1] },
  },
  variations: { shown: [VARIATION], listed: { stock_quantity: 1 } },
  subscriptions: {
    shown: [SUBSCRIPTION],
    listed: { end_date_gmt: '2026-01-01T00:00:00', cancelled_date_gmt: '2026-01-01T00:00:00' },
  },
}

const isShortened = ({ query }: FakeCall): boolean => query.has('_fields')

/** The answers of https://woocommerce.github.io/woocommerce-rest-api-docs/ and of its Subscriptions. */
export const documentedAnswer = (call: FakeCall): DocumentedForm | null => {
  const { method, path } = call
  if (path === '/wp-json/') return SITE
  if (path.endsWith('/data/currencies/current')) return { samples: [{ code: '', name: '', symbol: '' }] }
  if (path.endsWith('/reports/orders/totals')) return { samples: [[{ slug: '', name: '', total: 0 }]] }
  if (/\/webhooks(\/|$)/.test(path))
    return { samples: method === 'GET' && path.endsWith('s') ? [[WEBHOOK]] : [WEBHOOK] }
  const list = LISTS[path.split('/').at(-1) ?? '']
  if (!list) return null
  const listed = list.listed === undefined ? [] : [[list.listed]]
  return isShortened(call) ? { samples: [], parts: [list.shown, ...listed] } : { samples: [list.shown], parts: listed }
}
