import type { Readable } from 'node:stream'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CodeRules } from '#domain/own-codes.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { DetachedTable } from './schema/removed-rows.ts'

/** Values bound to `$1`, `$2` … in the order given. Identifiers never travel this way. */
export type SqlParam = string | number | boolean | null

export interface Statement {
  readonly sql: string
  readonly params: readonly SqlParam[]
}

/** A statement, or how to write one for the engine that is to run it. */
export type Question = Statement | ((dialect: Dialect) => Statement)

export const statementFor = (question: Question, dialect: Dialect): Statement =>
  typeof question === 'function' ? question(dialect) : question

/** Dates and times arrive as the text that the statement made of them; BIGINT and DECIMAL as numbers. */
export type SqlValue = string | number | boolean | null

export interface QueryResult {
  readonly rows: SqlValue[][]
  /** the account's data version that the rows were read at */
  readonly dataVersion: number
}

export interface QueryOptions {
  readonly signal?: AbortSignal
  /** default 30,000 */
  readonly timeoutMs?: number
}

export interface CsvRequest<Asked = Question> {
  readonly statement: Asked
  /** places of the columns that hold minor units of money; they are written in major units with `moneyDigits` digits */
  readonly moneyColumns: readonly number[]
  readonly moneyDigits: number
  /** decimals of calculated numbers, by place; the others are written as they are */
  readonly decimals?: Readonly<Record<number, number>>
  /** places of the columns that hold instants as text; they are written as local times of the zone, `2024-03-10 13:05:00` */
  readonly instants?: { readonly columns: readonly number[]; readonly timeZone: string }
  /** by place of a column: what is written instead of its values */
  readonly labels?: ReadonlyMap<number, CsvLabels>
}

/** Labels that replace the values of a column; other values are written as they are. */
export interface CsvLabels {
  readonly byValue: Readonly<Record<string, string>>
  /** of null and of empty text; null: an empty field */
  readonly blank: string | null
}

/** Rows as CSV records (UTF-8, no header, lines end with LF), complete before the first byte is read. */
export interface CsvRows {
  readonly rows: number
  readonly bytes: number
  /** the account's data version that the rows were read at */
  readonly dataVersion: number
  /** what lies behind it on disk is gone as soon as it is destroyed, read to its end or the process dies */
  readonly content: Readable
  /**
   * Where the rows are a file: puts the next bytes into a buffer and returns their number, 0 at the end. Used instead of reading
   * `content`, which must still be destroyed.
   */
  readonly fill?: (buffer: Buffer) => Promise<number>
}

/** What of the account's settings the stored rows depend on. */
export interface AccountCalendar {
  /** IANA name */
  readonly timeZone: string
  /** customers with the same email stay apart; left out: as the rows are, and at first joined */
  readonly separateCustomers?: boolean
}

/**
 * What the account counts as a tasting and as a club signup. Rows are made of order lines by it: visits of tasting products,
 * where no reservation speaks of them, and memberships of signup products, in services that give none.
 */
export interface VisitRules {
  /** raised with each change: rules older than those that the rows follow are not adopted */
  readonly version: number
  readonly tastingProducts: readonly { readonly sku: string; readonly guestsPerUnit: number }[]
  /** experiences, as reservations name them, whose reservations are no visits */
  readonly excludedExperiences: readonly string[]
  readonly signupProducts: readonly { readonly sku: string; readonly clubName: string }[]
}

/** A segment whose members are to be brought up to date. */
export interface SegmentRules {
  /** lower-case letters and digits */
  readonly id: string
  /** who is in it now: `service_id` and `person_id` of each customer, once */
  readonly members: Question
  /** nothing is recorded of it yet: those who are in it have not come today */
  readonly isNew: boolean
}

export interface SegmentUpdate {
  /** local day of the account that `members` are of */
  readonly day: LocalDay
  /** all segments of the account: rows of others are deleted */
  readonly segments: readonly SegmentRules[]
}

export interface AccountDataStatus {
  /** 0 before the first load; raised by each commit that changed a row, by nothing else */
  readonly dataVersion: number
  /** when the last load was committed, changed or not; epoch milliseconds */
  readonly loadedAt: number | null
  /** IANA name of the zone that the rows are in; left out while there have been none */
  readonly timeZone?: string
}

export interface RebuildOptions {
  readonly signal?: AbortSignal
  /** rows that are done, of all that are looked at; nobody sees them before all are */
  readonly onProgress?: (done: number, total: number) => Promise<void>
}

export interface LoadRequest {
  readonly accountId: number
  readonly serviceId: string
  /** known before the load: a batch that is already committed is not applied again */
  readonly batchId: string
  /** of the account's first rows; all others follow these, until `changeCalendar` moves them all */
  readonly calendar: AccountCalendar
  /** left out: those that the rows follow already */
  readonly visitRules?: VisitRules
  /** left out: those that the rows follow already */
  readonly codeRules?: CodeRules
  /** `merge` upserts what is given, unless what is stored is newer; `replace` also removes the service's rows that are not given */
  readonly mode: 'merge' | 'replace'
  /** what is given is the source's state of now, as in a full read: it replaces newer rows too; default: false */
  readonly isCurrent?: boolean
  /** about how many rows will be appended: a load of many gets more memory; left out: not many */
  readonly expectedRows?: number
  /** counted and discarded, never committed: checks of an account take turns */
  readonly isCheck?: boolean
  readonly signal?: AbortSignal
  /** hears that the load is over, at least once */
  readonly onOver?: () => void
}

export interface LoadOutcome {
  readonly changed: boolean
  readonly dataVersion: number
  /**
   * rows given, by table. `outdated`: how many of them, without children given with their parent, a merge left out because the stored
   * ones have a later `source_updated`; rows without one replace and are replaced
   */
  readonly counts: Readonly<Partial<Record<CanonicalTable | 'outdated', number>>>
}

/**
 * A load in progress: rows go to staging and nobody sees them until `commit`, which applies them, computes the derived
 * columns and raises the data version in one transaction.
 */
export interface Load {
  append<T extends CanonicalTable>(table: T, rows: readonly CanonicalRecord<T>[]): Promise<void>
  /**
   * Names rows of the service that are gone; those that the load gives are not. With an order go its lines, with a membership
   * its holds, with a release its members.
   */
  remove(table: CanonicalTable, sourceIds: readonly string[]): Promise<void>
  /** Names rows of the service that are still there: all others of the table that the load does not give are gone. */
  retain(table: CanonicalTable, sourceIds: readonly string[]): Promise<void>
  /** A membership or release that the load gives comes with all of its holds or members: others are gone. So do lines always. */
  replaceWithin(table: DetachedTable): void
  /** after this the load is over, whether it succeeded or threw */
  commit(): Promise<LoadOutcome>
  /** drops what was staged; harmless after commit */
  discard(): Promise<void>
}

/**
 * The warehouse of all accounts. One adapter an engine; callers never ask which.
 *
 * Errors: `Failure` of the catalogue, `warehouse.busy` (queue full), `warehouse.timeout`, `warehouse.query_failed`,
 * `storage.full`, `account.data_unavailable` (the account's data was lost or damaged); an aborted signal rejects with its reason.
 */
export interface Warehouse {
  /** how statements are written for it */
  readonly dialect: Dialect
  /** Resolves when the engine answers and can store; rejects otherwise. Opens no account. */
  ping(): Promise<void>
  query(accountId: number, question: Question, options?: QueryOptions): Promise<QueryResult>
  /**
   * All rows of a statement as CSV, made by the engine, whatever their number. Text that a spreadsheet would take for a
   * formula begins with an apostrophe; numbers stay numbers; null is an empty field. Default time limit: 300,000 ms.
   */
  writeCsv(accountId: number, request: CsvRequest, options?: QueryOptions): Promise<CsvRows>
  status(accountId: number): Promise<AccountDataStatus>
  /** true when the batch was committed, also by an earlier process */
  hasBatch(accountId: number, batchId: string): Promise<boolean>
  beginLoad(request: LoadRequest): Promise<Load>
  /** deletes the rows of a service in one transaction; raises the data version when there were any */
  removeService(accountId: number, serviceId: string): Promise<LoadOutcome>
  /**
   * Recomputes what depends on the account's calendar: the local side of rows given in UTC, the UTC side of rows given in
   * local time, and every column and sum derived from them. One transaction, which also notes the zone that the rows are in;
   * harmless when nothing differs.
   */
  changeCalendar(accountId: number, calendar: AccountCalendar, options?: RebuildOptions): Promise<LoadOutcome>
  /** Recomputes what depends on the rules, in one transaction; harmless when nothing differs. */
  changeVisitRules(accountId: number, rules: VisitRules): Promise<LoadOutcome>
  /** deletes the values of these custom fields from all records, in one transaction; harmless when there are none */
  removeCustomValues(accountId: number, keys: readonly string[]): Promise<LoadOutcome>
  /** Gives stored orders the codes of the rules and recomputes what depends on them, in one transaction; harmless when nothing differs. */
  changeCodeRules(accountId: number, rules: CodeRules): Promise<LoadOutcome>
  /** Brings the members of the account's segments up to date, in one transaction; harmless when nothing differs. */
  updateSegments(accountId: number, update: SegmentUpdate): Promise<LoadOutcome>
  /** stops what runs on the account's data, then deletes all of it */
  removeAccount(accountId: number): Promise<void>
  close(): Promise<void>
}
