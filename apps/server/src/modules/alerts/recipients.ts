import { failFields } from '#contract/errors.ts'
import { isPermitted } from '#domain/role.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { fullName } from '#server/modules/users/index.ts'
import type { AlertAccount, CheckedAlert } from './alerts.repo.ts'
import { findColleagues, listRecipients } from './recipients.repo.ts'

/** @throws Failure `request.invalid` naming each recipient who cannot be notified of a number */
export const assertRecipients = async (db: Db, caller: Caller, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const refuse = (problems: readonly { readonly field: string; readonly message: string }[]) => {
    if (problems.length > 0) throw failFields('request.invalid', problems)
  }
  if (!isPermitted(caller.roles, 'sharing'))
    refuse([{ field: 'recipientIds', message: 'Your role doesn’t let you notify others' }])
  const colleagues = await findColleagues(db, caller)
  refuse(
    ids.flatMap((id, index) => {
      const colleague = colleagues.get(id)
      const field = `recipientIds[${index}]`
      if (colleague === undefined) return [{ field, message: 'This person is not a colleague in this account' }]
      if (ids.indexOf(id) < index) return [{ field, message: 'This person is listed twice' }]
      return isPermitted(colleague.roles, 'reports')
        ? []
        : [{ field, message: `${fullName(colleague)} can’t open reports` }]
    }),
  )
}

/** People who are notified in one culture. */
export interface Readers {
  readonly userIds: readonly string[]
  readonly culture: string
  /** null: the owner alone */
  readonly ownerName: string | null
}

/** Who is notified of an alert: its owner, and while the owner may share, the recipients who may open reports. */
export const listReaders = async (
  db: Db,
  { account_id: accountId, id, user_id, roles, ownCulture, ownerName }: CheckedAlert,
  { account }: Pick<AlertAccount, 'account'>,
): Promise<readonly Readers[]> => {
  const owner = { userIds: [user_id], culture: ownCulture ?? account.culture, ownerName: null }
  if (!isPermitted(roles, 'sharing')) return [owner]
  const recipients = (await listRecipients(db, accountId, [id])).get(id) ?? []
  const permitted = recipients.filter((recipient) => isPermitted(recipient.roles, 'reports'))
  const byCulture = Map.groupBy(permitted, (recipient) => recipient.ownCulture ?? account.culture)
  const others = [...byCulture].map(([culture, of]) => ({
    userIds: of.map(({ userId }) => userId),
    culture,
    ownerName,
  }))
  return [owner, ...others]
}
