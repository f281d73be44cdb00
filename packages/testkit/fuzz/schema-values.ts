import { z } from 'zod'
import type { Random } from '#connectors/sample/random.ts'

/** The part of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  readonly type?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[] | undefined
  readonly oneOf?: readonly JsonSchema[] | undefined
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined
  readonly required?: readonly string[]
  readonly items?: JsonSchema | undefined
  readonly format?: string | undefined
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
}

export const JsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    anyOf: z.array(JsonSchema).optional(),
    oneOf: z.array(JsonSchema).optional(),
    properties: z.record(z.string(), JsonSchema).optional(),
    items: JsonSchema.optional(),
  }),
)

/** Values of a field by its name, which random text would never hit: column ids, time zones, ids of rows that exist. */
export type Hints = (name: string) => readonly unknown[]

export const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[random.below(items.length)]
  if (item === undefined) throw new RangeError('Nothing to pick from')
  return item
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzäöüßéñ ABC 0123456789-_.'

const randomText = (random: Random, { minLength = 0, maxLength = 40 }: JsonSchema): string =>
  Array.from({ length: random.between(minLength, Math.max(minLength, Math.min(maxLength, 40))) }, () =>
    pick(random, [...LETTERS]),
  ).join('')

const FORMATS: Readonly<Record<string, (random: Random) => string>> = {
  date: (random) => `${random.between(2024, 2027)}-0${random.between(1, 9)}-${random.between(10, 28)}`,
  'date-time': (random) => `2026-06-${random.between(10, 28)}T0${random.below(10)}:00:00Z`,
}

const randomNumber = (random: Random, schema: JsonSchema): number => {
  const min = Math.max(schema.minimum ?? schema.exclusiveMinimum ?? -5, -1e6)
  const max = Math.min(schema.maximum ?? 1000, 1e6)
  const edge = pick(random, [min, max, min + 1, Math.min(max, 7)])
  if (schema.type === 'integer')
    return random.chance(0.5) ? Math.round(edge) : random.between(Math.ceil(min), Math.ceil(max))
  return random.chance(0.5) ? edge : min + random.next() * (max - min)
}

/** A value that fits a schema as far as the schema says; a field's hints come first. */
export const valueFor = (random: Random, schema: JsonSchema, hints: Hints, name = ''): unknown => {
  const hinted = hints(name)
  if (hinted.length > 0 && schema.type !== 'object' && schema.type !== 'array' && random.chance(0.85))
    return pick(random, hinted)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return valueFor(random, pick(random, alternatives), hints, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(random, schema.enum)
  return (BY_TYPE[schema.type ?? ''] ?? anyValue)(random, schema, hints, name)
}

type Generator = (random: Random, schema: JsonSchema, hints: Hints, name: string) => unknown

const anyValue: Generator = (random) => pick(random, ['text', 0, true, null, [], {}])

const objectOf: Generator = (random, { properties = {}, required = [] }, hints) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || random.chance(0.4))
      .map(([name, schema]) => [name, valueFor(random, schema, hints, name)]),
  )

const arrayOf: Generator = (random, { items = {}, minItems = 0 }, hints, name) =>
  Array.from({ length: random.between(minItems, minItems + 2) }, () => valueFor(random, items, hints, name))

const BY_TYPE: Readonly<Record<string, Generator>> = {
  object: objectOf,
  array: arrayOf,
  string: (random, schema) => FORMATS[schema.format ?? '']?.(random) ?? randomText(random, schema),
  number: randomNumber,
  integer: randomNumber,
  boolean: (random) => random.chance(0.5),
  null: () => null,
}
