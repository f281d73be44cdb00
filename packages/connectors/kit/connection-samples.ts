import type { z } from 'zod'
import { isTimeZone } from '#domain/ranges/time-zone.ts'
import type { Codes } from './codes.ts'
import type { ListPage } from './paging.ts'
import { readRecords } from './read-records.ts'

const NAME_LENGTH = 60

/** A value of a record as a name: text or a number; null if it is neither, or empty. */
export const sampleText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, NAME_LENGTH) || null : null

/** What a connection test says about one kind of record. */
export interface Sample {
  readonly label: string
  readonly value: string
  readonly warnings: readonly string[]
}

type FieldValues = string | null | readonly (string | null)[]

/** Fields of a record with codes, by the platform's names: how their values are read, and which of them have a known meaning. */
type SampledCodes<One> = Readonly<Record<string, readonly [(record: One) => FieldValues, Pick<Codes<unknown>, 'has'>]>>

interface SampledRecords<One> {
  readonly label: string
  /** tells a user which record it is; null: there is none */
  readonly name: string | null
  /** records in the whole list; null: the platform doesn't count them */
  readonly total?: number | null
  readonly records?: readonly One[]
  readonly codes?: SampledCodes<One>
  /** why a record can't be read; null: all can */
  readonly problem?: string | null
}

const shown = (name: string | null, total: number | null): string => {
  const count = total === null ? null : total.toLocaleString('en-US')
  if (name === null) return count ?? 'None yet'
  return count === null ? name : `${count}, such as ${name}`
}

/** Shows one of the records, and warns about values that aren't known and records that can't be read. */
export const describeSample = <One>(sampled: SampledRecords<One>): Sample => {
  const { label, name, total = null, records = [], codes = {}, problem = null } = sampled
  const unknownValues = Object.entries(codes).flatMap(([field, [read, known]]) =>
    [...new Set(records.flatMap(read).flatMap((value) => value ?? []))]
      .filter((value) => !known.has(value))
      .map((value) => `${label}: “${value.slice(0, NAME_LENGTH)}” isn’t a known ${field}. It’s counted as Other.`),
  )
  const unreadable = problem === null ? [] : [`${label}: a record can’t be read. ${problem}.`]
  return { label, value: shown(name, total), warnings: [...unknownValues, ...unreadable] }
}

export interface SampledList<Shape extends z.ZodType> extends Pick<SampledRecords<z.output<Shape>>, 'label' | 'codes'> {
  /** some records of the list */
  fetch(): Promise<ListPage>
  readonly schema: Shape
  nameOf(record: z.output<Shape>): string | number | null
}

/** Samples a list by some of its records. */
export const sampleList = async <Shape extends z.ZodType>({
  fetch,
  schema,
  nameOf,
  ...about
}: SampledList<Shape>): Promise<Sample> => {
  const page = await fetch()
  const { records, quarantined } = readRecords(page.records, { schema })
  const name = records.map((record) => sampleText(nameOf(record))).find((text) => text !== null) ?? null
  return describeSample({ ...about, name, total: page.total, records, problem: quarantined[0]?.reason ?? null })
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
