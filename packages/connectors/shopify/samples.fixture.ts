import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const {
  pageInfo,
  LINE_ITEM,
  ORDER,
  REFUND,
  CUSTOMER,
  VARIANT,
  SHOP,
  WEBHOOK,
  EXPORT,
  extensions,
  NO_LINE,
  NULLS,
} = records.records
