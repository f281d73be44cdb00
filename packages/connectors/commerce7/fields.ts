import { z } from 'zod'
import { roundHalfAway } from '#domain/money.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'

/** An ID; older records have numeric ones. */
export const Id = z.union([z.string().min(1), z.number().int()]).transform(String)

/** An optional ID. */
export const Reference = z
  .union([z.string(), z.number().int()])
  .nullish()
  .transform((id) => (id === null || id === undefined || id === '' ? null : String(id)))

/** Optional text; blank text counts as missing. */
export const Text = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)

/** An instant, epoch milliseconds. */
export const Instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

export const OptionalInstant = z
  .union([Instant, z.literal('')])
  .nullish()
  .transform((instant) => (typeof instant === 'number' ? instant : null))

/** Minor units of one unit, which can have fractions: three for $100, or a part of a bundle. */
export const UnitCents = z.number()

export const OptionalUnitCents = UnitCents.nullish().transform((cents) => cents ?? null)

/** Minor units, rounded to whole ones. */
export const Cents = z.number().transform(roundHalfAway)

export const OptionalCents = Cents.nullish().transform((cents) => cents ?? null)

/** Of one unit. Null without permission to see costs, and where nobody entered one, which Commerce7 writes as 0. */
export const Cost = UnitCents.nullish().transform((cents) => cents || null)

/** A missing amount counts as zero. */
export const CentsOrZero = Cents.nullish().transform((cents) => cents ?? 0)

/** A calendar day, or an instant that stands for one; null if it is neither. */
export const DayText = z
  .string()
  .nullish()
  .transform((text) => text ?? null)

const MIDNIGHT_UTC = /T00:00:00(\.0+)?Z$/

/**
 * The day of a date that Commerce7 keeps as an instant: the date itself if the instant is midnight UTC, which means a plain
 * date, else the day in the account's zone.
 */
export const toLocalDay = (text: string | null, timeZone: string): string | null => {
  if (text === null) return null
  const written = text.slice(0, 10)
  if (text.length === 10 || MIDNIGHT_UTC.test(text)) return isLocalDay(written) ? written : null
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? null : localDayOf(instant, timeZone)
}

/** First and last name joined. */
export const fullName = (first: string | null, last: string | null): string | null =>
  [first, last].filter((part) => part !== null).join(' ') || null

/** Who sold, signed up or hosted; null: nobody. */
export const SalesAssociate = z
  .object({ accountId: Reference, name: Text })
  .nullish()
  .transform((associate) => associate ?? null)

/** A department or vendor: a title, or an object with a title. */
export const Titled = z
  .union([z.string(), z.object({ title: Text })])
  .nullish()
  .transform((value) => (typeof value === 'string' ? value.trim() || null : (value?.title ?? null)))

/** A yes or no, which Commerce7 writes as `true` in one answer and as `1` in another; missing means yes. */
export const YesUnlessDenied = z
  .union([z.boolean(), z.literal(0), z.literal(1)])
  .nullish()
  .transform((value) => value !== false && value !== 0)

/** An optional list. */
export const lenientList = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])
