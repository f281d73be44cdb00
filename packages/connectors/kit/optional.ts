import { z } from 'zod'

/** A field that may be left out or null: null then. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

/** A list that may be left out or null: empty then. */
export const optionalList = <T extends z.ZodType>(schema: T) =>
  z
    .array(schema)
    .nullish()
    .transform((values) => values ?? [])
