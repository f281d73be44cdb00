import orders from './samples/orders.json' with { type: 'json' }
import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const {
  OPEN_ORDER,
  LINE_ITEM,
  TENDER,
  PAID_ORDER,
  RETURN_ITEM,
  RETURN_ORDER,
  SERVICE_CHARGE,
  SHIPMENT,
  PICKUP,
} = orders.records
export const {
  TOKEN_STATUS,
  MERCHANT,
  LOCATIONS,
  VARIATION,
  ITEM,
  CATEGORY,
  CATALOG,
  COUNTS,
  CUSTOMER,
  CUSTOMERS,
  CUSTOMERS_BY_ID,
  TEAM,
  PAYMENT,
  REFUND,
  SUBSCRIPTION,
} = records.records
