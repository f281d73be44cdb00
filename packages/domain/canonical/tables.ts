/**
 * The canonical tables as data. Engine DDL, the loader's merge, the row types of connectors and the columns that the
 * semantic catalog may name are all derived from here.
 *
 * Column kinds
 * - `text`, `integer`, `boolean`, `date` (a local day, `YYYY-MM-DD`), `quantity` (decimal, three places)
 * - `money`: integer minor units of the row's `currency`
 * - `price`: decimal major units, four places (a unit price may be finer than the minor unit; never summed)
 * - `instant`: stored twice: `<name>_utc` and `<name>_local` (wall clock of the account's zone, computed once at
 *   load). A source fills one side, as the row's `time_basis` says; the loader derives the other.
 *
 * Every table also has `service_id`, `source_id` (its key together), `source_updated_utc` and `time_basis`.
 * A source may leave an `optional` column out of its records. `since` is the warehouse migration that added a column at the end
 * of its table.
 * A `derived` column is never supplied by a source: the loader computes it in the transaction that commits the rows. Whole rows of
 * reservations and memberships may be derived too: those that name an `order_line_source_id`.
 */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'date' | 'quantity' | 'money' | 'price' | 'instant'

export interface ColumnSpec {
  readonly kind: ColumnKind
  readonly required?: true
  readonly derived?: true
  readonly optional?: true
  readonly since?: number
}

export interface TableSpec {
  readonly columns: Readonly<Record<string, ColumnSpec>>
}

const text = { kind: 'text' } as const
const textRequired = { kind: 'text', required: true } as const
const integer = { kind: 'integer' } as const
const quantity = { kind: 'quantity' } as const
const money = { kind: 'money' } as const
const moneyRequired = { kind: 'money', required: true } as const
const price = { kind: 'price' } as const
const date = { kind: 'date' } as const
const instant = { kind: 'instant' } as const
const instantRequired = { kind: 'instant', required: true } as const

/** Values of the account's custom fields, as a JSON object of texts; null: none. */
const custom = { kind: 'text', optional: true, since: 14 } as const

/** Of the customer that the record counts for: one with the same email, which stands for all of them, or the record's own. */
const personId = { kind: 'text', derived: true, since: 20 } as const
const person = { customer_service_id: personId, customer_id: personId } as const

const derived = <K extends ColumnKind>(kind: K) => ({ kind, derived: true }) as const

/** The source's ID of the team member, where it gives one: two may have one name. */
const teamMemberId = { kind: 'text', optional: true, since: 18 } as const

/** A derived amount that the warehouse migration of costs added. */
const derivedCost = { kind: 'money', derived: true, since: 16 } as const

export const CANONICAL_TABLES = {
  orders: {
    columns: {
      order_number: textRequired,
      ordered: instantRequired,
      channel: textRequired,
      channel_raw: text,
      order_type: textRequired,
      order_type_raw: text,
      payment_status: textRequired,
      payment_status_raw: text,
      fulfillment_status: textRequired,
      fulfillment_status_raw: text,
      delivery_method: textRequired,
      delivery_method_raw: text,
      compliance_status: text,
      /** refunds are separate orders; this is the refunded order */
      refund_of_source_id: text,
      external_vendor: text,
      customer_source_id: text,
      customer_name: text,
      team_member: text,
      club_source_id: text,
      club_name: text,
      release_source_id: text,
      release_name: text,
      city: text,
      state: text,
      country: text,
      postal_code: text,
      requested_ship: date,
      currency: textRequired,
      /** before discount, excluding tax, shipping and tip */
      subtotal: moneyRequired,
      discount: moneyRequired,
      shipping: moneyRequired,
      tax: moneyRequired,
      tip: moneyRequired,
      /** amount paid by the customer, tip included */
      total: moneyRequired,
      is_refund: { kind: 'boolean', required: true },
      custom,
      team_member_source_id: teamMemberId,
      /** tasting room or shop that sold it */
      location: { kind: 'text', optional: true, since: 21 },
      item_count: derived('quantity'),
      /** sum of the lines' net_sales */
      net_sales: derived('money'),
      /** paid, not a refund, net above zero: what `orderCount` counts */
      is_counted: derived('boolean'),
      /** quantity of the wine lines; paid orders only */
      wine_count: derived('quantity'),
      /** paid, not a refund, and not completely handed over; null if unknown */
      is_awaiting: derived('boolean'),
      /** `compliance_status` in lower case */
      compliance: derived('text'),
      /** the customer that the order counts for exists, as its values that follow */
      has_customer: derived('boolean'),
      /** the customer's, so that sums by age need no join; null without a customer */
      customer_birth: derived('date'),
      /** the customer's `lifetime_value_seed` if its currency is this order's or missing, else 0; null without a customer */
      customer_earlier_sales: derived('money'),
      /** counted orders of the customer before this one; a refund has those of the order it refunds; null without a customer */
      prior_orders: derived('integer'),
      /** local day of the customer's first counted order; null without one */
      first_order: derived('date'),
      /** local days since the customer's previous counted order; null for the first, and unless the order counts */
      days_since_order: derived('integer'),
      /** sum of the lines' `cost_of_goods`, gift cards excluded; null if no line has one */
      cost_of_goods: derivedCost,
      /** part of the goods' net sales whose lines have a cost */
      costed_sales: derivedCost,
      /** the other part */
      uncosted_sales: derivedCost,
      ...person,
    },
  },
  /** `source_id` joins the order's ID and the line's ID; (service_id, order_source_id, line_id) is unique too. */
  order_lines: {
    columns: {
      order_source_id: textRequired,
      line_id: textRequired,
      /** position in the order, from 1 */
      line_number: { kind: 'integer', required: true },
      sku: text,
      product_source_id: text,
      product_title: text,
      category: text,
      brand: text,
      vintage: text,
      varietal: text,
      item_kind: textRequired,
      item_kind_raw: text,
      quantity: { kind: 'quantity', required: true },
      unit_price: price,
      discount: moneyRequired,
      /** after discount, before tax, shipping and tip; negative on refunds */
      amount: moneyRequired,
      custom,
      /** of the whole line, as the source gives it; negative on returns */
      cost: { kind: 'money', optional: true, since: 16 },
      /** `amount` if it counts as sales: the order is paid and the item is not a gift card; else 0 */
      net_sales: derived('money'),
      /** copied from the order, so that line reports need no join for them */
      ordered: { kind: 'instant', derived: true },
      channel: derived('text'),
      currency: derived('text'),
      is_refund: derived('boolean'),
      is_paid: derived('boolean'),
      is_counted: derived('boolean'),
      /** `product_source_id` refers to an existing product */
      has_product: derived('boolean'),
      /** the product's `cost` per unit when the line was first stored with it, in the line's currency */
      product_cost: derivedCost,
      /** `cost`, else `product_cost` × `quantity`; null if neither is known */
      cost_of_goods: derivedCost,
    },
  },
  customers: {
    columns: {
      name: text,
      email: text,
      city: text,
      state: text,
      country: text,
      postal_code: text,
      birth: date,
      since: instant,
      /** sales before the platform's own records begin, minor units of `currency` */
      lifetime_value_seed: money,
      currency: text,
      custom,
      /** segment, tier or group that the source puts the customer in */
      customer_group: { kind: 'text', optional: true, since: 17 },
      ...person,
    },
  },
  products: {
    columns: {
      sku: text,
      title: textRequired,
      category: text,
      brand: text,
      vintage: text,
      varietal: text,
      item_kind: textRequired,
      price: money,
      /** per unit */
      cost: money,
      currency: text,
      custom,
    },
  },
  inventory: {
    columns: {
      sku: textRequired,
      product_title: text,
      location: text,
      on_hand: { kind: 'quantity', required: true },
      reserved: quantity,
      allocated: quantity,
      available: { kind: 'quantity', required: true },
    },
  },
  clubs: { columns: { name: textRequired } },
  memberships: {
    columns: {
      club_source_id: text,
      club_name: text,
      customer_source_id: text,
      customer_name: text,
      status: textRequired,
      status_raw: text,
      signup: instantRequired,
      cancelled: instant,
      cancellation_reason: text,
      acquisition_channel: text,
      team_member: text,
      delivery_method: text,
      team_member_source_id: teamMemberId,
      /** order line of a club signup product that the row was inferred from; null: supplied by a source */
      order_line_source_id: derived('text'),
      ...person,
    },
  },
  membership_holds: {
    columns: {
      membership_source_id: textRequired,
      start: { kind: 'date', required: true },
      /** first day after the hold; null while it is open */
      end: date,
      reason: text,
    },
  },
  club_releases: {
    columns: { name: textRequired, club_source_id: text, club_name: text, released: instantRequired },
  },
  release_members: {
    columns: {
      release_source_id: textRequired,
      membership_source_id: textRequired,
      status: textRequired,
      order_source_id: text,
    },
  },
  reservations: {
    columns: {
      reserved: instantRequired,
      experience: text,
      status: textRequired,
      status_raw: text,
      channel: text,
      guests: { kind: 'integer', required: true },
      /** trade guests, who do not count as tasting guests */
      trade_guests: integer,
      customer_source_id: text,
      team_member: text,
      order_source_id: text,
      external_vendor: text,
      team_member_source_id: teamMemberId,
      /** the visit took place (checked in or closed out) and its experience counts as a tasting */
      is_visit: derived('boolean'),
      /** guests of visits, excluding trade guests and parties whose customer was a member before that day */
      tasters: derived('integer'),
      /** guests of visits whose order, or whose customer's orders of that local day, include a bottle of wine */
      bottle_guests: derived('integer'),
      /** memberships that the visit's customer started on its local day */
      club_signups: derived('integer'),
      /** net sales of the visit's order, or else of its customer's tasting-room orders of that local day */
      revenue: derived('money'),
      currency: derived('text'),
      /** order line of a tasting product that the row was inferred from; null: supplied by a source */
      order_line_source_id: derived('text'),
      ...person,
    },
  },
  team_members: { columns: { name: textRequired } },
  /** Messages to many customers at once. */
  campaigns: {
    columns: {
      name: textRequired,
      subject: text,
      /** list of customers that it is sent to */
      audience: text,
      status: textRequired,
      status_raw: text,
      /** or scheduled to be sent */
      sent: instantRequired,
      recipients: integer,
    },
  },
} as const satisfies Record<string, TableSpec>

export type CanonicalTables = typeof CANONICAL_TABLES
export type CanonicalTable = keyof CanonicalTables

export const CANONICAL_TABLE_NAMES = Object.keys(CANONICAL_TABLES) as CanonicalTable[]
