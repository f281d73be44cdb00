import { at } from '../kit/winery.fixture.ts'
import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { ORDER, ORDER_DETAIL, PRODUCT, CONTACT, CLUB, MEMBERSHIP, INVENTORY } = records.records
export const BILL_CONTACT = ORDER_DETAIL.BillContact
export const ORDER_ITEM = at(ORDER_DETAIL.OrderItems, 0)
