import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { ORDER, REFUNDS, PRODUCT, VARIATION, WEBHOOK } = records.records
const { billing, shipping } = ORDER
export const CUSTOMER = { ...records.records.CUSTOMER, billing, shipping }
export const SUBSCRIPTION = { ...records.records.SUBSCRIPTION, billing, shipping }
