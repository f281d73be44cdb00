import orders from './samples/orders.json' with { type: 'json' }
import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { SELECTION, PAYMENT, CHECK, ORDER, FUTURE_ORDER, NEWER_ORDER } = orders.records
export const { RESTAURANT, LOGIN, CLAIMS, MENUS, MODIFIER_OPTION, EMPLOYEE, DINING_OPTION, NAMED, EVENT } =
  records.records
