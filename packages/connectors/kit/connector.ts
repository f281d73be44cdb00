import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CanonicalRow, Removal } from './canonical-row.ts'
import type { ConnectorManifest } from './manifest.ts'
import type { PlatformClient } from './platform-client.ts'

/** How far a stream was read: JSON that only the stream itself understands. */
export type StreamState = Readonly<Record<string, unknown>>

/** A record that could not be used. It is counted and shown, and does not stop the others. */
export interface QuarantinedRecord {
  /** the platform's id, null where the record does not even have one */
  readonly sourceId: string | null
  /** path of the field at fault within the record, such as `items[2].price` */
  readonly field: string | null
  /** one sentence for the person who looks after the service */
  readonly reason: string
}

/** What one answer of the platform came to. */
export interface SyncPage {
  /** records that the answer held */
  readonly read: number
  readonly rows: readonly CanonicalRow[]
  /** rows that the platform says are gone */
  readonly removed: readonly Removal[]
  readonly quarantined: readonly QuarantinedRecord[]
  /** records of the whole stream, where the platform tells */
  readonly total: number | null
  /**
   * Of a full read, where the platform shows no older orders: epoch milliseconds. Orders from before then are not named, and
   * that says nothing about whether they are still there. Left out: everything is shown.
   */
  readonly reachesBackTo?: number
  /** where to go on once this page and all before it are committed; pages of one read end with the state of the next one */
  readonly next: StreamState
}

export interface SyncStream {
  readonly name: string
  readonly title: string
  /** canonical tables that its records land in */
  readonly tables: readonly CanonicalTable[]
  /**
   * `changes`: a state lets it read only what changed since. `whole`: it is read from its beginning each time, and what it no
   * longer holds is removed.
   */
  readonly reads: 'changes' | 'whole'
  /**
   * How rows that are gone are noticed: `told` by the platform, in `removed`, or only by a `fullRead`, which names everything
   * there is.
   */
  readonly removals: 'told' | 'fullRead'
  /**
   * Tables of rows that belong to a row of another table of this stream (`membership_holds`, `release_members`), of which a
   * page may name only some. Unless named here, a parent that a page gives comes with all of its children: older ones go.
   * Lines always come with their order.
   */
  readonly partial?: readonly CanonicalTable[]
  /**
   * Pages from where `state` says; null: everything there is. Throws what platform-problems.ts holds; a page is answered whole
   * or not at all.
   */
  read(state: StreamState | null): AsyncIterable<SyncPage>
}

/** What a platform says of the business behind a connection; null: it does not say. */
export interface PlatformFacts {
  readonly name: string | null
  /** IANA name */
  readonly timeZone: string | null
  /** ISO 4217 */
  readonly currency: string | null
  /** what this connection will not get, a sentence each, such as a missing permission */
  readonly warnings: readonly string[]
}

/** An order as the platform itself adds it up, for comparison with what we hold. Minor units of `currency`. */
export interface PlatformOrder {
  readonly sourceId: string
  readonly orderNumber: string
  /** epoch milliseconds */
  readonly ordered: number
  readonly currency: string
  /** what the customer paid, tip included; negative on refunds */
  readonly total: number
}

/** A half-open span of instants, epoch milliseconds. */
export interface Span {
  readonly from: number
  readonly until: number
}

export interface Connection {
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  readonly client: PlatformClient
  /** epoch milliseconds */
  readonly now: () => number
  readonly account: { readonly currency: string; readonly timeZone: string }
}

/** A platform as one connection sees it. */
export interface PlatformSession {
  /** Asks the platform who this is; throws `CredentialsRefused` and the like. */
  test(): Promise<PlatformFacts>
  /** in the order in which they are to be read */
  readonly streams: readonly SyncStream[]
  /** the platform's own orders of a span, by order date; the pages of one answer each */
  orders(span: Span): AsyncIterable<readonly PlatformOrder[]>
  /** When its credentials end, epoch milliseconds; null: they do not. Left out where the platform does not say. */
  credentialsEnd?(): Promise<number | null>
}

/** A call of the platform that says that something changed. It is taken as a hint: what changed is fetched. */
export interface WebhookCall {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** as it arrived */
  readonly body: Buffer
  /** the address it was sent to, as the platform knows it */
  readonly url: string
}

export interface WebhookSpec {
  /** what the person has to do on the platform, a sentence */
  readonly instruction: string
  /**
   * The event's id, by which a repetition is known, and null where the platform gives none; `refused` when the signature is
   * wrong, missing or too old.
   */
  check(
    call: WebhookCall,
    connection: Pick<Connection, 'settings' | 'secrets' | 'now'>,
  ): { eventId: string | null } | 'refused'
}

/** A platform that data is fetched from. */
export interface PlatformConnector extends ConnectorManifest {
  /** base address of the platform, unless the process is told another one; a function where it depends on settings */
  readonly defaultUrl: string | ((settings: Readonly<Record<string, unknown>>) => string)
  /** limits of the platform that every call of a connection counts against */
  readonly budgets: readonly Budget[]
  readonly webhook: WebhookSpec | null
  open(connection: Connection): PlatformSession
}

/** At most `calls` in any `perMs` milliseconds, for one connection. */
export interface Budget {
  readonly name: string
  readonly calls: number
  readonly perMs: number
}
