import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CanonicalRow } from './connector.ts'
import type { FakeCall, FakeServer } from './fake-server.fixture.ts'

/** An edited response and the ID of the record that the edit changed. */
export interface EditedRecord {
  readonly body: string
  readonly sourceId: string
}

/**
 * A fake platform as the conformance suite uses it. It holds a small generated winery: a few hundred orders, enough for
 * three pages or more, including every special form that the platform has.
 *
 * `isMain` and the members after it concern one kind of response: a page of the stream named `main`.
 */
export interface ConformanceFake {
  readonly server: FakeServer
  /** path below the server's URL, such as `/v1`; empty if the base URL is the server itself */
  readonly basePath: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  /** The rows that a synced warehouse must hold now, generated from the seed and not by the connector. */
  expected(): readonly CanonicalRow[]
  /**
   * Adds new, changed and refunded records and, if the platform reports deletions without a full read, deleted ones, with
   * timestamps of the platform's clock.
   */
  change(): void
  /** From now on the platform's clock is ahead of ours by this many milliseconds. */
  skew(ms: number): void
  /** The next page of the main stream repeats all records of the previous page. */
  duplicateNextPage(): void
  readonly main: { readonly stream: string; readonly table: CanonicalTable }
  /** true for a response with a page of the main stream */
  isMain(call: FakeCall): boolean
  /** Removes or corrupts a required field of one record of a page. */
  corruptRecord(body: string): EditedRecord
  /** Sets a value outside its enumeration in one record of a page; `column` of its row must then be `other`. */
  unknownValue(body: string): EditedRecord & { readonly column: string }
  /** Adds an unknown field to every record. */
  addField(body: string): string
  /** Breaks the envelope around the records. */
  breakEnvelope(body: string): string
}

export interface FakeStart {
  /** `none`: an account without records */
  readonly records: 'some' | 'none'
  /** epoch milliseconds */
  readonly now: () => number
}
