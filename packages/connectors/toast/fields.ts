import { z } from 'zod'
import { toMinor } from '#domain/money.ts'
import { addDays, isLocalDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { localDayStartUtc } from '#domain/ranges/time-zone.ts'
import { optional } from '../kit/optional.ts'

/** GUIDs of Toast; never empty. */
export const ToastId = z.string().min(1).max(100)

/** Text; null where there is none, which Toast writes as empty text too. */
export const ToastText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)$/

const parsedInstant = (text: string): number => {
  const [, time, offset = ''] = INSTANT.exec(text) ?? []
  return time === undefined ? Number.NaN : Date.parse(time + offset.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2'))
}

/** A time with an offset, which Toast writes without a colon; epoch milliseconds. */
export const ToastInstant = z.string().transform((text, context) => {
  const at = parsedInstant(text)
  if (Number.isFinite(at)) return at
  context.issues.push({ code: 'custom', message: 'This isn’t a time', input: text })
  return z.NEVER
})

/** How Toast's filters expect a time. */
export const instantText = (epochMs: number): string => new Date(epochMs).toISOString().replace('Z', '+0000')

/** A day as the number `yyyymmdd`. */
export const BusinessDay = z.int().transform((number, context): LocalDay => {
  const text = String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  if (isLocalDay(text)) return text
  context.issues.push({ code: 'custom', message: 'This isn’t a day', input: number })
  return z.NEVER
})

/** A day as Toast's filters expect it. */
export const businessDayText = (day: LocalDay): string => day.replaceAll('-', '')

/** More than any check, so that sums can be kept. */
const MOST = 1e9

/** Major units of the location's currency. */
export const ToastAmount = z.number().min(-MOST).max(MOST)

const QUANTITY_PLACES = 1000

export const ToastQuantity = z
  .number()
  .min(-MOST)
  .max(MOST)
  .transform((quantity) => Math.round(quantity * QUANTITY_PLACES) / QUANTITY_PLACES)

/** Minor units; an amount that is absent counts as none. */
export const toMinorUnits = (amount: number | null, currency: string): number =>
  amount === null ? 0 : toMinor(amount, currency)

/** The GUID of another record; null: none. */
export const ToastReference = optional(z.object({ guid: ToastText })).transform((reference) => reference?.guid ?? null)

const DAY_END_MS = 1000

/**
 * A time as the reports of Toast count it: on its business day, which ends some hours after midnight. What is sold in these hours counts
 * in the last second before midnight.
 */
export const onBusinessDay = (at: number, day: LocalDay | null, timeZone: string): number => {
  if (day === null) return at
  const start = localDayStartUtc(day, timeZone)
  const end = localDayStartUtc(addDays(day, 1), timeZone)
  return Math.min(Math.max(at, start), end - DAY_END_MS)
}
