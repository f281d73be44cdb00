import type { CodeRules } from '#domain/own-codes.ts'
import type { LoadOutcome, VisitRules } from '../engine.ts'

/** What the rows of an account depend on besides what its sources gave. */
export interface StoredRules {
  /** IANA name of the zone that the rows are in; null before the first load */
  readonly timeZone: string | null
  /** null: none were adopted yet */
  readonly visitRules: VisitRules | null
  readonly codeRules: CodeRules | null
  /** customers of one email stay apart; null: nobody has been joined yet */
  readonly separateCustomers: boolean | null
}

/** A load or another change whose rows are complete in ClickHouse's `next_` tables and may be in the account's tables too. */
export interface Publication {
  /** of the rows in the `next_` tables */
  readonly loadId: string
  /** tables with rows to publish */
  readonly tables: readonly string[]
  /** version of the published rows; each publication has a higher one */
  readonly rowVersion: number
  /** what is recorded once all rows are published */
  readonly rules: StoredRules
  readonly outcome: LoadOutcome
  /** null: no load */
  readonly batch: { readonly batchId: string; readonly serviceId: string } | null
}

export interface LedgerEntry {
  /** random; ClickHouse holds the same, so that rows of another installation are never taken for the account's */
  readonly key: string
  readonly dataVersion: number
  /** when the last load was committed, epoch milliseconds */
  readonly loadedAt: number | null
  /** of the last publication that ended; 0: none */
  readonly rowVersion: number
  readonly rules: StoredRules
  /** begun and not known to have ended */
  readonly applying: Publication | null
}

/** A load that was committed. */
export interface CommittedBatch {
  readonly batchId: string
  readonly serviceId: string
  /** epoch milliseconds */
  readonly appliedAt: number
  readonly outcome: LoadOutcome
}

/** What is recorded of an account next to its rows. */
export interface AccountBook extends Pick<LedgerEntry, 'dataVersion' | 'loadedAt' | 'rules'> {
  /** of the last 60 days */
  readonly batches: readonly CommittedBatch[]
}

/** An account's entry while no other process can change it. */
export interface HeldLedger {
  read(): Promise<LedgerEntry>
  /** the outcome of a batch that was committed before; null when it was not */
  batch(batchId: string): Promise<LoadOutcome | null>
  batches(): Promise<CommittedBatch[]>
  begin(publication: Publication): Promise<void>
  /** ends the publication that was begun last; one transaction */
  finish(): Promise<void>
  /** Enters rows that were copied from another engine with the row version 1, in one transaction. */
  adopt(book: AccountBook): Promise<void>
  /** forgets the account's loads and rules, whose rows are deleted; the data version goes on */
  forget(): Promise<void>
}

/**
 * The book of commits, kept in PostgreSQL: ClickHouse has no transaction over several tables. An entry is locked by one
 * process, and unlocked when that ends.
 */
export interface AccountLedger {
  /** @throws Failure `account.not_found` */
  read(accountId: number): Promise<LedgerEntry>
  hasBatch(accountId: number, batchId: string): Promise<boolean>
  /** Waits for the lock of the account. Rejects with the signal's reason, or `warehouse.busy` after 10 minutes. */
  hold<Result>(accountId: number, work: (held: HeldLedger) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** the same if nobody holds the lock, else null */
  tryHold<Result>(accountId: number, work: (held: HeldLedger) => Promise<Result>): Promise<Result | null>
  /** runs work that one process at a time may do, such as migrations */
  exclusively(work: () => Promise<void>): Promise<void>
}
