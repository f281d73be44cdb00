import type { User } from '#contract/auth.ts'
import type { DraftDatabase } from './draft-database.ts'
import { listDraftKeys, removeUserDrafts } from './draft-storage.ts'

type Owner = Pick<User, 'id' | 'accountId'>

/** Milliseconds after which a database that hangs is not waited for. Long, because a draft that is not found is lost. */
const PATIENCE_MS = 10_000

/** What a call of the database resolves to, or `otherwise` when it fails or hangs. */
export const orElse = <T>(call: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([
    call.catch(() => otherwise),
    new Promise<T>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, otherwise)
    }),
  ])

/** Number of drafts of a user in this browser; those that cannot be read do not count. */
export const countDrafts = async (drafts: DraftDatabase, { id, accountId }: Owner): Promise<number> => {
  const layouts = await orElse(drafts.countByOwner({ accountId, userId: id }), 0)
  return layouts + listDraftKeys(id).length
}

/** Removes all drafts of a user from this browser. */
export const removeAllDrafts = (drafts: DraftDatabase, { id, accountId }: Owner): void => {
  removeUserDrafts(id)
  drafts.removeByOwner({ accountId, userId: id }).catch(console.warn)
}
