import { z } from 'zod'
import { roundHalfAway } from '#domain/money.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { Instant, OptionalText, optional, unlessBlank } from '../kit/fields.ts'
import { joinNames } from '../kit/rows.ts'

/** An ID; older records have numeric ones. */
export const Id = z.union([z.string().min(1), z.number().int()]).transform(String)

/** The ID of another record; null: none. */
export const Reference = unlessBlank(Id)

export const OptionalInstant = unlessBlank(Instant)

/** Minor units, rounded to whole ones. */
export const Cents = z.number().transform(roundHalfAway)

export const OptionalCents = optional(Cents)

/** A missing amount counts as zero. */
export const CentsOrZero = OptionalCents.transform((cents) => cents ?? 0)

/**
 * Minor units of one unit, which can have fractions: three for $100, or a part of a bundle. Null without permission to see costs, and
 * where nobody entered one, which Commerce7 writes as 0.
 */
export const Cost = optional(z.number()).transform((cents) => cents || null)

const MIDNIGHT_UTC = /T00:00:00(\.0+)?Z$/

/**
 * The day of a date that Commerce7 keeps as an instant: the date itself if the instant is midnight UTC, which means a plain
 * date, else the day in the account's zone. Null if it is neither.
 */
export const toLocalDay = (text: string | null, timeZone: string): string | null => {
  if (text === null) return null
  const written = text.slice(0, 10)
  if (text.length === 10 || MIDNIGHT_UTC.test(text)) return isLocalDay(written) ? written : null
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? null : localDayOf(instant, timeZone)
}

/** The names of a person; null: the record has no person. */
export const PersonName = optional(z.object({ firstName: OptionalText, lastName: OptionalText }))

export const fullName = (person: z.output<typeof PersonName>): string | null =>
  joinNames(person?.firstName, person?.lastName)

/** Who sold, signed up or hosted; null: nobody. */
export const SalesAssociate = optional(z.object({ accountId: Reference, name: OptionalText }))

/** A yes or no, which Commerce7 writes as `true` in one answer and as `1` in another; missing means yes. */
export const YesUnlessDenied = optional(z.union([z.boolean(), z.literal(0), z.literal(1)])).transform(
  (value) => value !== false && value !== 0,
)
