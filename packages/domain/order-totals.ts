/**
 * Where the tax of an order stands: `added` to its amounts, `inside` them, or as its `total` says: an order whose amounts come to the
 * total without the tax, and not with it, has it inside.
 */
export const TAX_PLACES = ['added', 'inside', 'total'] as const
export type TaxPlace = (typeof TAX_PLACES)[number]

/** How the amounts of a file's orders come to the total that stands with them; orders without a total count in none. */
export interface TotalEvidence {
  /** all that have a total */
  readonly orders: number
  /** orders that come to their total with a tax added */
  readonly added: number
  /** orders that come to their total although they have a tax, which is inside their amounts */
  readonly inside: number
  /** orders that don’t come to their total */
  readonly off: number
  /** the charge that is the same share of most orders, as a tax is, where the tax is not; null: none */
  readonly steadyCharge: 'shipping' | 'tip' | null
  /** lines of the file; null: no order is so */
  readonly firstInside: number | null
  readonly firstOff: number | null
}
