import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CanonicalRow } from './connector.ts'
import type { FakeCall, FakeServer } from './fake-server.fixture.ts'

/** An answer that was changed, and the record at which that must show. */
export interface EditedRecord {
  readonly body: string
  readonly sourceId: string
}

/**
 * A fake platform as the conformance suite sees it. It holds a small winery of its own making: some hundred orders, so that they
 * take three pages or more, some in each odd form that the platform knows.
 *
 * `isMain` and what follows it concern one kind of answer: a page of the stream named `main`.
 */
export interface ConformanceFake {
  readonly server: FakeServer
  /** below the server's url, such as `/v1`; empty where the base is the server */
  readonly basePath: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  /** The rows that a warehouse in step with the platform holds now, made from the seed and not by the connector. */
  expected(): readonly CanonicalRow[]
  /**
   * New records, changed ones, refunds and, where the platform tells of them without a full read, deletions, stamped by the
   * platform's clock.
   */
  change(): void
  /** The platform's clock goes before ours by so many milliseconds from now on. */
  skew(ms: number): void
  /** The next page of the main stream begins with all records of the page before it. */
  duplicateNextPage(): void
  readonly main: { readonly stream: string; readonly table: CanonicalTable }
  /** an answer with a page of the main stream */
  isMain(call: FakeCall): boolean
  /** One record of a page loses a field that it needs, or gets nonsense in it. */
  corruptRecord(body: string): EditedRecord
  /** One record of a page gets a value that its enumeration does not hold; `column` of its row must then be `other`. */
  unknownValue(body: string): EditedRecord & { readonly column: string }
  /** Every record gets a field that nobody knows. */
  addField(body: string): string
  /** What surrounds the records is no longer what the platform promises. */
  breakEnvelope(body: string): string
}

export interface FakeStart {
  /** `none`: an account without a single record */
  readonly records: 'some' | 'none'
  /** epoch milliseconds */
  readonly now: () => number
}
