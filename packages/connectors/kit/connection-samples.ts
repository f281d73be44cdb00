import type { z } from 'zod'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import type { PlatformFacts } from './connector.ts'
import type { ListPage } from './paging.ts'
import { readRecords } from './read-records.ts'

/** A field of which the connector knows the meaning of some values. */
interface SampledCode {
  /** the platform's name of the field */
  readonly field: string
  readonly values: readonly (string | null)[]
  readonly isKnown: (value: string) => boolean
}

/** What a connection test found of one kind of record. */
export interface SampledRecords {
  readonly label: string
  /** tells a user which record it is; null: there is none */
  readonly name: string | null
  /** records in the whole list; null: the platform doesn't count them */
  readonly total: number | null
  readonly codes: readonly SampledCode[]
  /** why a record can't be read; null: all can */
  readonly problem: string | null
}

const NAME_LENGTH = 60

/** A value of a record as a name: text or a number; null if it is neither, or empty. */
export const sampleText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, NAME_LENGTH) || null : null

const shown = ({ name, total }: SampledRecords): string => {
  const count = total === null ? null : total.toLocaleString('en-US')
  if (name === null) return count ?? 'None yet'
  return count === null ? name : `${count}, such as ${name}`
}

const unknownValues = ({ label, codes }: SampledRecords): string[] =>
  codes.flatMap(({ field, values, isKnown }) =>
    [...new Set(values.flatMap((value) => value ?? []))]
      .filter((value) => !isKnown(value))
      .map((value) => `${label}: “${value.slice(0, NAME_LENGTH)}” isn’t a known ${field}. It’s counted as Other.`),
  )

/** What the test shows: one record of each kind, and what it says about values that aren't known and records that can't be read. */
export const describeSamples = (
  sampled: readonly SampledRecords[],
): { readonly samples: NonNullable<PlatformFacts['samples']>; readonly warnings: readonly string[] } => ({
  samples: sampled.map((records) => ({ label: records.label, value: shown(records) })),
  warnings: sampled.flatMap((records) => [
    ...unknownValues(records),
    ...(records.problem === null ? [] : [`${records.label}: a record can’t be read. ${records.problem}.`]),
  ]),
})

export interface SampledList<Shape extends z.ZodType> {
  readonly label: string
  /** some records of the list */
  fetch(): Promise<ListPage>
  readonly schema: Shape
  nameOf(record: z.output<Shape>): string | number | null
  codes?(records: readonly z.output<Shape>[]): readonly SampledCode[]
}

/** Samples a list by some of its records. */
export const sampleList =
  <Shape extends z.ZodType>({ label, fetch, schema, nameOf, codes }: SampledList<Shape>) =>
  async (): Promise<SampledRecords> => {
    const page = await fetch()
    const { records, quarantined } = readRecords(page.records, { schema, rows: () => [] })
    return {
      label,
      name: records.map((record) => sampleText(nameOf(record))).find((name) => name !== null) ?? null,
      total: page.total,
      codes: codes?.(records) ?? [],
      problem: quarantined[0]?.reason ?? null,
    }
  }

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

interface PlatformLocale {
  readonly platform: string
  /** as the platform writes it; null: it gives none */
  readonly timeZone: string | null
  /** as the platform writes it; null: it gives none */
  readonly currency: string | null
  /** of all its locations */
  readonly timeZones?: readonly (string | null)[]
}

/** A sentence for a time zone or currency that is missing or isn't known, and for locations in several time zones. */
export const localeWarnings = ({ platform, timeZone, currency, timeZones = [] }: PlatformLocale): string[] => [
  ...(timeZone === null ? [`${platform} doesn’t say which time zone the business is in.`] : []),
  ...(timeZone !== null && !isTimeZone(timeZone) ? [`${platform}’s time zone “${timeZone}” isn’t known.`] : []),
  ...(currency === null ? [`${platform} doesn’t say which currency the business sells in.`] : []),
  ...(currency !== null && !CURRENCIES.has(currency) ? [`${platform}’s currency “${currency}” isn’t known.`] : []),
  ...(new Set(timeZones.filter((zone) => zone !== null)).size > 1
    ? ['Your locations are in several time zones. Days start and end in the account’s time zone.']
    : []),
]
