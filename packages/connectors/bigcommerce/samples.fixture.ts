import lines from './samples/lines.json' with { type: 'json' }
import orders from './samples/orders.json' with { type: 'json' }
import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { WARNING, LINE_PART } = lines.records
export const { LISTS_AS_LINKS, ORDER_100, ORDER_218, ORDER_247 } = orders.records
export const FEES_218 = ORDER_218.fees
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

const whole = <Line extends object>(line: Line) => ({ ...lines.records.EVERY_LINE, ...line })
export const LINES_149 = lines.records.LINES_149.map(whole)
export const LINES_247 = lines.records.LINES_247.map(whole)

const withLines = <Group extends object>(groups: readonly Group[]) =>
  groups.map((group) => ({ ...group, line_items: [...LINES_149, ...LINES_247] }))
const { pickup, shipping, digital, giftCertificate } = lines.records.CONSIGNMENTS
export const CONSIGNMENTS = {
  pickup: { ...pickup, pickups: withLines(pickup.pickups) },
  shipping: { ...shipping, shipping: withLines(shipping.shipping) },
  digital: { ...digital, downloads: withLines(digital.downloads) },
  giftCertificate: {
    ...giftCertificate,
    email: { gift_certificates: withLines(giftCertificate.email.gift_certificates) },
  },
}
