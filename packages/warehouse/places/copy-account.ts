import type { AccountEngines, EngineName } from './account-places.ts'
import type { AccountStore } from './account-store.ts'
import { type AccountTotals, totalsDifferences } from './account-totals.ts'

/** An engine as a source and target of moves. */
export interface MoveStore extends AccountStore {
  /**
   * Begins with no rows: those of an account whose data is unavailable, or that the book of places does not know, are put away for
   * the operator, or deleted where that is not possible. The data version goes on above the last one.
   */
  putAway(accountId: number): Promise<void>
}

/** The copy of an account does not add up to what its source does. */
class TotalsDiffer extends Error {
  override readonly name = 'TotalsDiffer'

  constructor(differences: readonly string[]) {
    super(`the control totals differ: ${differences.slice(0, 5).join('; ')}`)
  }
}

interface Copy {
  readonly accountId: number
  readonly to: EngineName
  readonly source: Pick<AccountStore, 'readStored'>
  readonly target: MoveStore
  readonly places: AccountEngines
}

/**
 * Copies an account to the other place and compares all totals. Nothing may change the account meanwhile. The copy is not in force: the
 * book of places says from before the first row that what is there is to be deleted.
 *
 * @throws TotalsDiffer
 */
export const copyAccount = async ({ accountId, to, source, target, places }: Copy): Promise<AccountTotals> => {
  await target.putAway(accountId)
  await places.expect(accountId, to)
  const { stored, copied } = await source.readStored(accountId, async (account) => {
    const totals = await target.writeStored(accountId, account)
    return { stored: await account.totals(), copied: totals }
  })
  const differences = totalsDifferences(stored, copied)
  if (differences.length > 0) throw new TotalsDiffer(differences)
  return copied
}
