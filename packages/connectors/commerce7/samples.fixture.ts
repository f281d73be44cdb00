import orders from './samples/orders.json' with { type: 'json' }
import records from './samples/records.json' with { type: 'json' }
import reservation from './samples/reservation.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { ADDRESS, ITEM, ORDER, LISTED_ORDER, TODAYS_TENDER, TODAYS_ITEM, TODAYS_ORDER } = orders.records
export const { VENDOR, DEPARTMENT, SETTING, WEB_HOOK, CLUB, INVENTORY, VARIANT, PRODUCT, CUSTOMER, MEMBERSHIP } =
  records.records
export const { RESERVATION } = reservation.records
