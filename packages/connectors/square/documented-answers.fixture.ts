import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import {
  CATALOG,
  COUNTS,
  CUSTOMER,
  ITEM,
  LOCATIONS,
  MERCHANT,
  OPEN_ORDER,
  PAID_ORDER,
  PAYMENT,
  PICKUP,
  REFUND,
  RETURN_ITEM,
  RETURN_ORDER,
  SERVICE_CHARGE,
  SHIPMENT,
  SUBSCRIPTION,
  TEAM,
  TENDER,
  TOKEN_STATUS,
  VARIATION,
} from './samples.fixture.ts'
import { usd } from './square-order.fixture.ts'

const { card_details: _card, ...CASH_TENDER } = TENDER
const { catalog_object_id, catalog_version, variation_name, ...CUSTOM_AMOUNT } = RETURN_ITEM

/** Parts of orders that the samples above lack. */
const ORDER_PARTS = {
  service_charges: [SERVICE_CHARGE],
  fulfillments: [
    SHIPMENT,
    { ...PICKUP, pickup_details: { ...PICKUP.pickup_details, recipient: { display_name: 'Ada Quill' } } },
  ],
  rounding_adjustment: { uid: 'rounding', name: 'Rounding', amount_money: usd(2) },
  returns: [{ return_service_charges: [SERVICE_CHARGE] }],
}

/** The paid order, paid without a card. */
const CASH_ORDER = {
  ...PAID_ORDER,
  tenders: [
    { ...CASH_TENDER, type: 'CASH' },
    { ...CASH_TENDER, type: 'BANK_ACCOUNT', bank_account_details: { status: 'COMPLETED' } },
    { ...CASH_TENDER, type: 'BUY_NOW_PAY_LATER', buy_now_pay_later_details: { status: 'CAPTURED' } },
    { ...CASH_TENDER, type: 'SQUARE_ACCOUNT', square_account_details: { status: 'CAPTURED' } },
  ],
}

/** The return, of an amount that was entered by hand. */
export const CUSTOM_RETURN = {
  ...RETURN_ORDER,
  returns: RETURN_ORDER.returns.map((returned) => ({ ...returned, return_line_items: [CUSTOM_AMOUNT] })),
}

const ORDERS = { orders: [OPEN_ORDER, PAID_ORDER, CASH_ORDER, RETURN_ORDER, CUSTOM_RETURN] }
const { address, birthday, email_address, phone_number, reference_id, note, ...LEAST_CUSTOMER } = CUSTOMER
const { given_name, family_name, ...COMPANY } = { ...LEAST_CUSTOMER, company_name: 'Cellar Friends' }
const CUSTOMERS = [CUSTOMER, LEAST_CUSTOMER, COMPANY]

/** Items of shops without SKUs and categories. */
const { sku, ...WITHOUT_SKU } = VARIATION.item_variation_data
const { categories, reporting_category, ...WITHOUT_CATEGORY } = ITEM.item_data

const { card_details, employee_id, team_member_id, processing_fee, ...CASH } = PAYMENT
const { square_product, ...APPLICATION } = PAYMENT.application_details
const PAYMENTS = [PAYMENT, { ...CASH, source_type: 'CASH' }, { ...CASH, application_details: APPLICATION }]

// A token of one's own application doesn't end.
const { expires_at, ...OWN_TOKEN } = TOKEN_STATUS

const LISTS: Readonly<Record<string, DocumentedForm>> = {
  '/oauth2/token-status': { samples: [TOKEN_STATUS, OWN_TOKEN] },
  '/v2/merchants/me': { samples: [MERCHANT] },
  '/v2/locations': { samples: [LOCATIONS] },
  '/v2/orders/search': { samples: [{ ...ORDERS, cursor: '123' }, {}], parts: [{ orders: [ORDER_PARTS] }] },
  '/v2/orders/batch-retrieve': { samples: [ORDERS], parts: [{ orders: [ORDER_PARTS] }] },
  '/v2/payments': {
    samples: [{ payments: PAYMENTS, cursor: '123' }, {}],
    parts: [{ payments: [{ refund_ids: [''] }] }],
  },
  '/v2/catalog/search': {
    samples: [
      { ...CATALOG, cursor: '123' },
      {
        objects: [
          { ...ITEM, item_data: WITHOUT_CATEGORY },
          { ...VARIATION, item_variation_data: WITHOUT_SKU },
        ],
      },
    ],
    parts: [{ objects: [{ item_variation_data: { default_unit_cost: { amount: 900, currency: 'USD' } } }] }],
  },
  '/v2/inventory/counts/batch-retrieve': { samples: [{ ...COUNTS, cursor: '123' }, {}] },
  '/v2/customers/search': { samples: [{ customers: CUSTOMERS, cursor: '123', count: 1 }, {}] },
  '/v2/team-members/search': { samples: [{ ...TEAM, cursor: '123' }, {}] },
  '/v2/webhooks/subscriptions': { samples: [{ subscriptions: [SUBSCRIPTION], cursor: '123' }, {}] },
}

/** An error, as https://developer.squareup.com/docs/build-basics/general-considerations/handling-errors shows it. */
const REFUSAL = { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail: 'Not found' }] }

/** The answers of https://developer.squareup.com/reference/square; Square leaves out what has no value. */
export const documentedAnswer = ({ method, path, body }: FakeCall): DocumentedForm | null => {
  const list = LISTS[path]
  if (list && !(method === 'POST' && path === '/v2/webhooks/subscriptions')) return { ...list, omitsNulls: true }
  if (path === '/v2/customers/bulk-retrieve') {
    const ids = (JSON.parse(body) as { customer_ids: string[] }).customer_ids
    const answers = [...CUSTOMERS.map((customer) => ({ customer })), REFUSAL]
    return { samples: answers.map((one) => ({ responses: Object.fromEntries(ids.map((id) => [id, one])) })) }
  }
  if (path.startsWith('/v2/payments/'))
    return {
      samples: [...PAYMENTS.map((payment) => ({ payment })), REFUSAL],
      parts: [{ payment: { refund_ids: [''] } }],
    }
  if (path.startsWith('/v2/refunds/')) return { samples: [{ refund: REFUND }, REFUSAL] }
  if (path.startsWith('/v2/webhooks/'))
    return { samples: method === 'DELETE' ? [{}] : [{ subscription: SUBSCRIPTION }] }
  return null
}
