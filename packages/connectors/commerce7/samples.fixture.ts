import { at } from '../kit/winery.fixture.ts'
import orders from './samples/orders.json' with { type: 'json' }
import records from './samples/records.json' with { type: 'json' }
import reservation from './samples/reservation.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { ORDER, TODAYS_ORDER } = orders.records
export const ADDRESS = ORDER.shipTo
export const ITEM = at(ORDER.items, 0)
export const TODAYS_TENDER = at(TODAYS_ORDER.tenders, 0)
export const TODAYS_ITEM = at(TODAYS_ORDER.items, 0)

const { linkedOrders, duties, selectedShippingOptions, ...LISTED } = ORDER
export const LISTED_ORDER = {
  ...LISTED,
  ...orders.records.LISTED_ORDER,
  items: [{ ...ITEM, departmentId: null, collectionIds: null }],
}

export const { VENDOR, DEPARTMENT, SETTING, WEB_HOOK, CLUB, INVENTORY, PRODUCT, CUSTOMER, MEMBERSHIP } = records.records
export const VARIANT = at(PRODUCT.variants, 0)
export const { RESERVATION } = reservation.records
