import { dayOfNumber } from '#domain/ranges/local-day.ts'
import { CLUB_TIERS } from './club-tiers.ts'
import { hashUnit, type Random, weighted } from './random.ts'
import type { SampleChunk } from './sink.ts'
import { TEAM } from './stock-list/people.ts'
import type { Winery } from './winery.ts'

export const writeTeamAndClubs = ({ sink }: Winery): void => {
  for (const [index, name] of TEAM.entries()) sink.push('team_members', { source_id: `team-${index + 1}`, name })
  for (const { id, name } of CLUB_TIERS) sink.push('clubs', { source_id: id, name })
}

/** Customers older than the platform have earlier sales. */
const HAS_SEED = 0.3
const SEED_UP_TO = 240_000

const seedOf = ({ seed }: Winery, customer: number): number | null =>
  hashUnit(seed + 21, customer) < HAS_SEED ? Math.round(hashUnit(seed + 22, customer) ** 3 * SEED_UP_TO) : null

/**
 * All customers in chunks, because there may be many.
 * @param founders customers below this number are older than the records
 */
export function* writeCustomers(winery: Winery, founders: number): Generator<SampleChunk> {
  const { customers, memberDiscounts, calendar, currency, sink } = winery
  const today = dayOfNumber(calendar.today)
  for (let customer = 0; customer < customers.count; customer += 1) {
    const { id, name, state, city, postalCode } = customers.profile(customer)
    sink.push('customers', {
      source_id: id,
      name,
      email: customers.email(customer),
      city,
      state,
      country: 'US',
      postal_code: postalCode,
      birth: customers.birth(customer, memberDiscounts.has(customer), today),
      since: customers.since(customer),
      lifetime_value_seed: customer < founders ? seedOf(winery, customer) : null,
      currency,
    })
    if (customer % 8192 === 0) yield* sink.drain(false)
  }
}

/** A few customers make most of the sales, as in any tasting room. */
const SHIFTS = weighted(TEAM.map((name, index): [string, number] => [name, 12 / (index + 3)]))

export const pickTeamMember = (random: Random): string => SHIFTS.at(random.next())
