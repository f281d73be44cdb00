import type { CanonicalTable } from '#domain/canonical/tables.ts'

/** Rules by which rows are inferred from order lines: products, by SKU. */
export type ProductRules = 'tasting_products' | 'signup_products'

export interface InferredRows {
  readonly table: Extract<CanonicalTable, 'memberships' | 'reservations'>
  readonly rules: ProductRules
  /** SQL of each given column over line `s`, its order `o` and its rule `p`; null where left out */
  readonly columns: Readonly<Record<string, string>>
}

const ifTakenBack = (sql: string): string => `CASE WHEN s.kept = 0 THEN ${sql} END`

/** @param clubName SQL over rule `p` */
export const inferredSignups = (clubName: string): InferredRows => ({
  table: 'memberships',
  rules: 'signup_products',
  columns: {
    club_name: clubName,
    customer_source_id: 'o.customer_source_id',
    customer_name: 'o.customer_name',
    status: `CASE WHEN s.kept = 0 THEN 'cancelled' ELSE 'active' END`,
    signup_utc: 'o.ordered_utc',
    signup_local: 'o.ordered_local',
    cancelled_utc: ifTakenBack('s.taken_back_utc'),
    cancelled_local: ifTakenBack('s.taken_back_local'),
    acquisition_channel: 'o.channel',
    team_member: 'o.team_member',
    team_member_source_id: 'o.team_member_source_id',
    delivery_method: 'o.delivery_method',
    time_basis: 'o.time_basis',
  },
})

/** @param guests SQL over line `s` and rule `p` */
export const inferredTastings = (guests: string): InferredRows => ({
  table: 'reservations',
  rules: 'tasting_products',
  columns: {
    reserved_utc: 'o.ordered_utc',
    reserved_local: 'o.ordered_local',
    experience: 'coalesce(s.product_title, s.sku)',
    status: `'closed_out'`,
    channel: 'o.channel',
    guests,
    customer_source_id: 'o.customer_source_id',
    team_member: 'o.team_member',
    team_member_source_id: 'o.team_member_source_id',
    order_source_id: 'o.source_id',
    time_basis: 'o.time_basis',
  },
})

/** Booking vendors, as lower-case letters and digits: their bookings also arrive as orders, and count as reservations only. */
export const BOOKING_VENDORS = '^(exploretock|tock|cellarpass|opentable|resy|sevenrooms)'

/** A greater quantity is an error of the source and must not fail a load. */
export const MOST_GUESTS = 100_000
