import { given, type ServiceRows } from './apply.ts'
import { type MadeRows, makeRows } from './made-rows.ts'
import { IS_VISIT } from './reservations.ts'

/** Where guests book: their bookings come as orders too, and count as the reservations that they are. */
const BOOKING_VENDORS = '^(exploretock|tock|cellarpass|opentable|resy|sevenrooms)'

/** More is no party: a quantity that nobody meant must not fail a load. */
const MOST_GUESTS = 100_000

const GUESTS = `least(round(CAST(s.kept AS DOUBLE) * p.guests_per_unit), ${MOST_GUESTS})`

const isBooked = (rows: ServiceRows): string => `(
  coalesce(regexp_matches(regexp_replace(lower(o.external_vendor), '[^a-z0-9]', '', 'g'), '${BOOKING_VENDORS}'), false)
  OR o.source_id IN (SELECT r.order_source_id FROM ${given(rows, 'reservations')} r WHERE r.order_source_id IS NOT NULL)
  OR EXISTS (SELECT 1 FROM ${given(rows, 'reservations')} r WHERE r.customer_source_id = o.customer_source_id
    AND CAST(r.reserved_local AS DATE) = CAST(o.ordered_local AS DATE) AND ${IS_VISIT}))`

const TASTINGS: MadeRows = {
  table: 'reservations',
  rules: 'tasting_products',
  columns: {
    reserved_utc: 'o.ordered_utc',
    reserved_local: 'o.ordered_local',
    experience: 'coalesce(s.product_title, s.sku)',
    status: `'closed_out'`,
    channel: 'o.channel',
    guests: GUESTS,
    customer_source_id: 'o.customer_source_id',
    team_member: 'o.team_member',
    order_source_id: 'o.source_id',
    time_basis: 'o.time_basis',
  },
  where: (rows) => `${GUESTS} >= 1 AND NOT ${isBooked(rows)}`,
}

/**
 * Makes a visit of each line of a tasting product that was paid for and not taken back, unless a reservation stands for it:
 * one that names the order, a booking vendor's, or a visit of the same customer on the same local day.
 */
export const makeTastings = (rows: ServiceRows): Promise<number> => makeRows(rows, TASTINGS)
