import { at } from '../kit/winery.fixture.ts'
import orders from './samples/orders.json' with { type: 'json' }
import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { ORDER, FUTURE_ORDER, NEWER_ORDER } = orders.records
export const CHECK = at(ORDER.checks, 0)
export const SELECTION = at(CHECK.selections, 0)
export const PAYMENT = at(CHECK.payments, 0)
export const { RESTAURANT, LOGIN, CLAIMS, MENUS, MODIFIER_OPTION, EMPLOYEE, DINING_OPTION, NAMED, EVENT } =
  records.records
