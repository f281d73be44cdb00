import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { OwnCode } from '#domain/own-codes.ts'
import type { PromisedUnits } from '#domain/stock-promises.ts'
import type { Definitions } from '#semantic/definitions/definitions.ts'

/** Rows of one service: canonical, with unique keys. */
export type ServiceRows = { readonly [T in CanonicalTable]?: readonly CanonicalRecord<T>[] }

/** Rows by service id. */
export type ReferenceWinery = ReadonlyMap<string, ServiceRows>

/** A row with its service and both values of its timestamps. */
export type Placed<T extends CanonicalTable> = CanonicalRecord<T> & { readonly service: string }

/** An instant with the account's wall-clock time. */
export interface Timestamp {
  /** epoch milliseconds */
  readonly at: number
  /** `YYYY-MM-DD` */
  readonly day: string
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly local: string
}

/** Account settings that affect its numbers. */
export interface ReferenceSettings {
  /** IANA name */
  readonly timeZone: string
  readonly weekStart: 'monday' | 'sunday' | 'saturday'
  /** 1 to 12 */
  readonly fiscalYearStartMonth: number
  /** ISO 4217 */
  readonly currency: string
  /** the account's local day */
  readonly today: string
  /** default: the standard ones */
  readonly definitions?: Definitions
  /** default: none */
  readonly ownCodes?: readonly OwnCode[]
  /** default: none */
  readonly promises?: readonly PromisedUnits[]
}

const DECIMALS: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 }

/** Minor units in one major unit: 100 but for the currencies without cents and those with thousandths. */
export const minorUnitsPerMajor = (currency: string): number => 10 ** (DECIMALS[currency] ?? 2)
