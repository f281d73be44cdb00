import { z } from 'zod'
import { emailRule, passwordRule } from '#domain/field-rules.ts'
import { REQUIRED } from './field-messages.ts'

/** Field schemas with the messages of the field rules, so that form and server agree. */
export { REQUIRED }

const requiredString = z.string({ error: REQUIRED })

export const RequiredText = (max: number) =>
  requiredString.trim().min(1).max(max, `This field must be less than ${max} characters`)

export const GivenName = RequiredText(100)

export const Email = requiredString
  .trim()
  .min(1)
  .max(254, 'This field must be less than 254 characters')
  .refine((value) => emailRule(value) === null, { error: 'This field must be a valid email' })

/** At most 128 characters, checked before any hashing. */
export const Password = requiredString
  .min(1)
  .max(128, 'This field must be less than 128 characters')
  .refine((value) => passwordRule(value) === null, {
    error: 'Minimum 8 characters, at least 1 letter, 1 number and 1 special character',
  })

/** BCP 47; checked for existence where it is used. */
export const Culture = z.string().min(2).max(35)

/** ISO 8601 with `Z`. */
export const Instant = z.iso.datetime()

/** `YYYY-MM-DD` in the account's zone. */
export const LocalDay = z.iso.date()

export const Id = z.string().min(1).max(100)

/** The path parameter of entries about one thing. */
export const ById = z.object({ id: Id })

/** Paged lists count from page 1. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(500).default(50),
})

export const paged = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.number().int() })

/** Responses without content. */
export const Nothing = z.void()
