import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { GrantAccess, PlatformApp, PlatformAuthorization } from './authorization.ts'
import type { FileSource } from './file-source.ts'
import type { GuardedAgentOptions } from './guarded-agent.ts'
import type { ConnectorManifest } from './manifest.ts'
import type { PlatformClient } from './platform-client.ts'
import type { TagWriter } from './tag-writer.ts'

/** A row and the table it belongs to. */
export type CanonicalRow = {
  [T in CanonicalTable]: { readonly table: T; readonly row: CanonicalRecord<T> }
}[CanonicalTable]

/** Deleted rows, by their platform IDs. Deleting an order deletes its lines; deleting a membership deletes its holds. */
export interface Removal {
  readonly table: CanonicalTable
  readonly sourceIds: readonly string[]
}

/** How far a stream was read: JSON that only the stream interprets. */
export type StreamState = Readonly<Record<string, unknown>>

/** A record that could not be used. It is counted and shown; other records are still loaded. */
export interface QuarantinedRecord {
  /** the platform's ID; null when the record has none */
  readonly sourceId: string | null
  /** path of the field at fault within the record, such as `items[2].price` */
  readonly field: string | null
  /** one sentence for the user who manages the service */
  readonly reason: string
}

/** The result of one page of the platform's API. */
export interface SyncPage {
  /** records on the page */
  readonly read: number
  readonly rows: readonly CanonicalRow[]
  /** rows that the platform reports as deleted */
  readonly removed: readonly Removal[]
  readonly quarantined: readonly QuarantinedRecord[]
  /** records of the whole stream, where the platform gives the count */
  readonly total: number | null
  /**
   * For a full read, when the platform returns no older orders: epoch milliseconds. Orders before that time are not listed, so
   * their absence does not mean that they were deleted. Omitted when the platform returns everything.
   */
  readonly historyStart?: number
  /** state to resume from once this page and all previous ones are committed; the last page's state starts the next read */
  readonly next: StreamState
}

/** A record as a list of its platform names it. */
export interface ListedRecord {
  readonly sourceId: string
  /** orders: the date of the stored order, epoch milliseconds; null: unknown, or another kind of record */
  readonly ordered: number | null
  /** last change, epoch milliseconds; null: unknown */
  readonly updated: number | null
}

/** How stored records are compared with the platform's, without reading all of them again. Orders are compared by spans. */
export interface StreamListing {
  /** the compared table */
  readonly table: 'orders' | 'customers' | 'memberships' | 'reservations'
  /** Whether lists name the stored record; false for rows that are a part of their order at the platform. Default: all. */
  isListed?(sourceId: string): boolean
  /** older orders are not listed, epoch milliseconds; null: all are. Default: null */
  oldest?(): Promise<number | null>
  /** Counts the records of a span of whole UTC days, or all records. Omitted where the platform doesn't count. */
  count?(span: Span | null): Promise<number | null>
  /** records of a span, possibly with some before and after it, or all records */
  list(span: Span | null): AsyncIterable<readonly ListedRecord[]>
}

export interface SyncStream {
  readonly name: string
  readonly title: string
  /** canonical tables that its records are loaded into */
  readonly tables: readonly CanonicalTable[]
  /**
   * `changes`: reads only what changed since a state. `whole`: reads everything each time, and rows that are no longer
   * listed are removed.
   */
  readonly reads: 'changes' | 'whole'
  /**
   * How deleted rows are detected: `reported` by the platform, in `removed`, or only by a `fullRead`, which lists every existing
   * record.
   */
  readonly removals: 'reported' | 'fullRead'
  /**
   * Child tables of this stream (`membership_holds`, `release_members`) of which a page may list only some rows. For tables not
   * listed here, a parent on a page comes with all of its children, and stored children that are missing are removed.
   * Order lines always come with their order.
   */
  readonly partial?: readonly CanonicalTable[]
  /**
   * Pages from `state` on; null reads everything. Throws the errors of platform-problems.ts; a page is returned completely
   * or not at all.
   */
  read(state: StreamState | null): AsyncIterable<SyncPage>
  /**
   * Fetches records by their platform IDs, at most `MAX_FETCHED`. Those that the platform no longer has are in `removed`; those
   * that it says nothing about are left out. `state`: of the last completed read. Only for streams that read changes.
   */
  fetch?(ids: readonly string[], state: StreamState | null): Promise<SyncPage>
  /** Omitted where a full read is the only comparison. */
  readonly listing?: StreamListing
}

/** Records that one call of `fetch` accepts. */
export const MAX_FETCHED = 50

/** What a platform says about the connected business; null where it says nothing. */
export interface PlatformFacts {
  readonly name: string | null
  /** IANA name */
  readonly timeZone: string | null
  /** ISO 4217 */
  readonly currency: string | null
  /** one sentence for each kind of data that this connection cannot read, such as for a missing permission */
  readonly warnings: readonly string[]
  /** what one record of each stream looks like; omitted where the test reads none */
  readonly samples?: readonly { readonly label: string; readonly value: string }[]
}

/** An order with the platform's own total, for comparison with the loaded order. Minor units of `currency`. */
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

export const isWithin = ({ from, until }: Span, at: number): boolean => at >= from && at < until

/** For platforms that are reached by other means than `client`. */
export interface NetworkAccess extends GuardedAgentOptions {
  /** ends every call */
  readonly signal: AbortSignal
  /** to be called before each call; an error prevents it */
  beforeCall(): void
}

export interface Connection {
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  /** null: the user entered credentials */
  readonly grant: GrantAccess | null
  /** null: the operator has none on this platform */
  readonly app: PlatformApp | null
  readonly client: PlatformClient
  readonly network: NetworkAccess
  /** what a connector keeps between the sessions of a connection, such as a token; in memory only, so it may be empty at any time */
  readonly cache: Map<string, unknown>
  /** epoch milliseconds */
  readonly now: () => number
  readonly account: { readonly currency: string; readonly timeZone: string }
}

/** Webhooks that the platform has for a connection. */
interface RegisteredWebhooks {
  /** the platform's IDs, for their removal */
  readonly ids: readonly string[]
  /** the key that signs their events; null: another secret of the connection, or none */
  readonly secret: string | null
}

/** Registers an address at the platform. Throws the errors of platform-problems.ts. */
export interface WebhookRegistrar {
  /** Registers what is missing, so that it can be repeated. */
  register(url: string): Promise<RegisteredWebhooks>
  /** Removes them; those that are gone already are no error. */
  remove(registered: RegisteredWebhooks): Promise<void>
}

/** An open session of one connection with a platform. */
export interface PlatformSession {
  /** Fetches the identity of the business; throws the errors of platform-problems.ts, such as `CredentialsRejected`. */
  test(): Promise<PlatformFacts>
  /** the files of a platform that has no records; its streams are empty */
  readonly files?: FileSource
  /** in reading order */
  readonly streams: readonly SyncStream[]
  /** of a connector that `hasTags` */
  readonly tags?: TagWriter
  /** omitted where users add webhooks themselves, because the platform has no call for it, or not with these credentials */
  readonly webhooks?: WebhookRegistrar
  /**
   * The platform's orders of a span, by order date, one page at a time. `stored`: source IDs of our rows in the span, for what the
   * platform has and no list of it tells.
   */
  orders(span: Span, stored: readonly string[]): AsyncIterable<readonly PlatformOrder[]>
  /** When the credentials expire, epoch milliseconds; null if they don't. Omitted when the platform doesn't say. */
  credentialsEnd?(): Promise<number | null>
}

/** A webhook call. It is only a hint that something changed: the sync fetches the changes. */
interface WebhookCall {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** the raw bytes */
  readonly body: Buffer
  /** the URL it was sent to, as configured on the platform */
  readonly url: string
}

export interface WebhookSpec {
  /** one sentence: what the user has to do on the platform */
  readonly instruction: string
  /**
   * The event ID, used to detect duplicates, or null when the platform gives none; `refused` when the signature is wrong,
   * missing or too old.
   */
  check(
    call: WebhookCall,
    connection: Pick<Connection, 'settings' | 'secrets' | 'now'> & {
      readonly app?: PlatformApp | null
      /** the key of webhooks that Cuvee registered; null: none */
      readonly registeredSecret?: string | null
    },
  ): { eventId: string | null } | 'refused'
}

/** A platform that Cuvee fetches data from. */
export interface PlatformConnector extends ConnectorManifest {
  /** base URL of the platform, unless `<TYPE>_URL` is set; a function where it depends on settings */
  readonly defaultUrl: string | ((settings: Readonly<Record<string, unknown>>) => string)
  /** rate limits of the platform that every call of a connection counts against */
  readonly budgets: readonly Budget[]
  readonly webhook: WebhookSpec | null
  /** people of its audiences can be tagged; default: no */
  readonly hasTags?: true
  /** omitted where users enter credentials */
  readonly authorization?: PlatformAuthorization
  /** The code that talks to the platform, loaded with the first session. */
  load(): Promise<OpenSession>
}

export type OpenSession = (connection: Connection) => PlatformSession

/** At most `calls` in any `perMs` milliseconds, for one connection. */
export interface Budget {
  readonly name: string
  readonly calls: number
  readonly perMs: number
}
