import { at } from '../kit/winery.fixture.ts'
import orders from './samples/orders.json' with { type: 'json' }
import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { OPEN_ORDER, PAID_ORDER, RETURN_ORDER, SERVICE_CHARGE, SHIPMENT, PICKUP } = orders.records
export const LINE_ITEM = at(PAID_ORDER.line_items, 0)
export const TENDER = at(PAID_ORDER.tenders, 0)
export const RETURN_ITEM = at(at(RETURN_ORDER.returns, 0).return_line_items, 0)

export const {
  TOKEN_STATUS,
  MERCHANT,
  LOCATIONS,
  VARIATION,
  CATEGORY,
  COUNTS,
  CUSTOMERS,
  TEAM,
  PAYMENT,
  REFUND,
  SUBSCRIPTION,
} = records.records
export const ITEM = {
  ...records.records.ITEM,
  item_data: { ...records.records.ITEM.item_data, variations: [VARIATION] },
}
export const CATALOG = { ...records.records.CATALOG, objects: [ITEM, VARIATION, CATEGORY] }
export const CUSTOMER = at(CUSTOMERS.customers, 0)
export const CUSTOMERS_BY_ID = {
  responses: { ...records.records.CUSTOMERS_BY_ID.responses, [CUSTOMER.id]: { customer: CUSTOMER } },
}
