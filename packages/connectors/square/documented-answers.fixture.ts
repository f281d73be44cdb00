import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import {
  CASH_ORDER,
  CUSTOM_RETURN,
  OPEN_ORDER,
  ORDER_PARTS,
  PAID_ORDER,
  RETURN_ORDER,
} from './documented-orders.fixture.ts'
import {
  CATALOG,
  COUNTS,
  CUSTOMER,
  ITEM,
  LOCATIONS,
  MERCHANT,
  PAYMENT,
  REFUND,
  SUBSCRIPTION,
  TEAM,
  TOKEN_STATUS,
  VARIATION,
} from './documented-samples.fixture.ts'

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
