import lines from './samples/lines.json' with { type: 'json' }
import orders from './samples/orders.json' with { type: 'json' }
import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { LINES_149, LINES_247, WARNING, CONSIGNMENTS, LINE_PART } = lines.records
export const { LISTS_AS_LINKS, ORDER_100, FEES_218, ORDER_218, ORDER_247 } = orders.records
export const {
  COUNTS,
  REFUND_12,
  REFUND_PART,
  PRODUCT_192,
  CATEGORY,
  BRAND,
  STOCK_79,
  CUSTOMER_1,
  CUSTOMER_PART,
  GROUP,
  HOOK,
  STORE,
  PAGINATIONS,
} = records.records
