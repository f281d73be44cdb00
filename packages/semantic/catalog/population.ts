import type { Field } from './formula.ts'

/**
 * Which orders count: every measure of money or units counts paid orders, of which paid refunds are the negative part. Orders that
 * are neither paid nor canceled are open. Each order is one of the three.
 */
export const isPaid: Field = (scope) => `(${scope.col('payment_status')} = 'paid')`
export const isCanceled: Field = (scope) => `(${scope.col('payment_status')} = 'cancelled')`
export const isOpen: Field = (scope) => `(${scope.col('payment_status')} NOT IN ('paid', 'cancelled'))`
