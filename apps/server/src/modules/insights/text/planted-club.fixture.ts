import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'

const MEMBERS = 240
const CLUB = { club_source_id: 'club-planted', club_name: 'Planted Club' }
const DAYS_BACK = 729
/** Days before the last one with many cancellations, and their number. */
const EXODUS_AT = 255
const EXODUS = 24

interface Life {
  readonly signup: LocalDay
  /** most members pause before they cancel; null: never */
  readonly paused: LocalDay | null
  readonly left: LocalDay | null
}

const lifeOf = (index: number, seed: number, today: LocalDay): Life => {
  const signup = addDays(today, -DAYS_BACK + ((index * 7 + seed) % 480))
  if (index < EXODUS)
    return { signup: addDays(today, -DAYS_BACK), paused: null, left: addDays(today, -EXODUS_AT + (index % 6)) }
  if (index % 3 === 0) return { signup, paused: null, left: null }
  const paused = addDays(signup, 80 + ((index * 37 + seed * 11) % 420))
  const left = addDays(paused, 15 + (index % 45))
  const isOver = (day: LocalDay): boolean => day < today
  return { signup, paused: isOver(paused) ? paused : null, left: isOver(left) && index % 7 !== 0 ? left : null }
}

interface PlantedClub {
  readonly memberships: readonly CanonicalRecord<'memberships'>[]
  readonly membership_holds: readonly CanonicalRecord<'membership_holds'>[]
}

const ROW = { source_updated: null, time_basis: 'local' } as const

/** A club whose members mostly pause before canceling, with one burst of cancellations. */
export const plantedClub = (seed: number, today: LocalDay): PlantedClub => {
  const lives = Array.from({ length: MEMBERS }, (_, index) => ({
    id: `planted-${index}`,
    index,
    ...lifeOf(index, seed, today),
  }))
  return {
    memberships: lives.map(({ id, index, signup, left }) => ({
      ...ROW,
      ...CLUB,
      source_id: id,
      customer_source_id: `cus-${index + 1}`,
      customer_name: null,
      status: left === null ? 'active' : 'cancelled',
      status_raw: left === null ? 'Active' : 'Cancelled',
      signup: `${signup} 12:00:00`,
      cancelled: left === null ? null : `${left} 09:00:00`,
      cancellation_reason: null,
      acquisition_channel: 'pos',
      team_member: null,
      delivery_method: 'ship',
    })),
    membership_holds: lives.flatMap(({ id, paused }) =>
      paused === null
        ? []
        : [
            {
              ...ROW,
              source_id: `hold-${id}`,
              membership_source_id: id,
              start: paused,
              end: addDays(paused, 30),
              reason: null,
            },
          ],
    ),
  }
}
