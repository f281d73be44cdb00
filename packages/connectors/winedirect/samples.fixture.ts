import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { ORDER, BILL_CONTACT, ORDER_ITEM, ORDER_DETAIL, PRODUCT, CONTACT, CLUB, MEMBERSHIP, INVENTORY } =
  records.records
