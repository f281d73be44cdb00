import { z } from 'zod'

/** ISO 8601 with `Z`. */
export const Instant = z.iso.datetime()

/** `YYYY-MM-DD` in the account's zone. */
export const LocalDay = z.iso.date()

export const Id = z.string().min(1).max(100)

/** Paged lists count from page 1. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(50),
})

export const paged = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.number().int() })

/** Answers that carry nothing. */
export const Nothing = z.void()
