import { at } from '../kit/winery.fixture.ts'
import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { pageInfo, ORDER, REFUND, CUSTOMER, VARIANT, SHOP, WEBHOOK, EXPORT, extensions, NULLS } = records.records
export const LINE_ITEM = at(ORDER.lineItems.nodes, 0)
export const NO_LINE = at(NULLS.order.lineItems.nodes, 0)
