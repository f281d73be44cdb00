import type { Clock } from '#domain/clock.ts'
import type { LoadOutcome } from '../engine.ts'
import type { Slots } from '../scheduling/slots.ts'
import type { AccountLedger, HeldLedger, LedgerEntry, Publication, StoredRules } from './account-ledger.ts'
import type { CallOptions, ClickHouse } from './connect.ts'
import { LoadStatements } from './load/load-statements.ts'
import { dropLoad, publish, readChanges } from './publish.ts'

/** A change of an account's rows, committed whole or not at all. */
export interface Change {
  readonly accountId: number
  readonly loadId: string
  readonly batch: Publication['batch']
  /** after `write` */
  readonly counts: (load: LoadStatements) => Promise<LoadOutcome['counts']>
  /** the rules that the rows follow afterwards */
  readonly rules: (stored: StoredRules) => StoredRules
  /** writes the changed rows to `next_` tables */
  readonly write: (load: LoadStatements, stored: StoredRules, rules: StoredRules) => Promise<void>
  /** reads the published rows next to the staged ones, before these are deleted */
  readonly onPublished?: (load: LoadStatements) => Promise<void>
}

export interface Stores {
  readonly clickHouse: ClickHouse
  readonly ledger: AccountLedger
  readonly clock: Clock
  /** turns of commits: each keeps a connection to the app database, of which other work needs most */
  readonly turns: Slots
}

/** Ends a publication that a process began and did not end. Returns the entry as it is then. */
export const recover = async (
  { clickHouse }: Pick<Stores, 'clickHouse'>,
  accountId: number,
  held: HeldLedger,
): Promise<LedgerEntry> => {
  const entry = await held.read()
  if (entry.applying === null) return entry
  await publish(clickHouse, accountId, entry.applying, entry.key)
  await held.finish()
  await dropLoad(clickHouse, entry.applying.loadId)
  return held.read()
}

/**
 * Commits a change while no other process changes the account. Its rows are computed first, apart from those that reports
 * read, then recorded as being published, then published. After a kill at any point, either nothing has changed or the
 * next call ends the publication. What the load has staged is deleted afterwards.
 */
export const commitChange = async (
  stores: Stores,
  { accountId, loadId, batch, counts, rules, write, onPublished }: Change,
  options: CallOptions = {},
): Promise<LoadOutcome> => {
  const { clickHouse, ledger, turns } = stores
  const giveBack = await turns.acquire(accountId, options.signal)
  let isPublishing = false
  const work = async (held: HeldLedger): Promise<LoadOutcome> => {
    const entry = await recover(stores, accountId, held)
    const before = batch === null ? null : await held.batch(batch.batchId)
    if (before) return before
    const next = rules(entry.rules)
    const params = { account: accountId, load: loadId, service: batch?.serviceId ?? '', zone: next.timeZone ?? 'UTC' }
    const load = new LoadStatements(clickHouse, params, options)
    await write(load, entry.rules, next)
    const { tables, changesData: changed } = await readChanges(clickHouse, accountId, loadId)
    options.signal?.throwIfAborted()
    const outcome = { changed, dataVersion: entry.dataVersion + (changed ? 1 : 0), counts: await counts(load) }
    const publication = { loadId, tables, rowVersion: entry.rowVersion + 1, rules: next, outcome, batch }
    isPublishing = true
    await held.begin(publication)
    await publish(clickHouse, accountId, publication, entry.key)
    await held.finish()
    isPublishing = false
    await onPublished?.(load)
    return outcome
  }
  try {
    return await ledger.hold(accountId, work, options.signal)
  } finally {
    // Rows whose publication did not end are needed to end it; what else stays behind is swept later.
    giveBack()
    if (!isPublishing) await dropLoad(clickHouse, loadId).catch(() => undefined)
  }
}
