import { deletionDue } from '#server/modules/accounts/account.present.ts'
import type { AccountRow } from '#server/modules/accounts/accounts.repo.ts'
import { longDay } from '#server/modules/accounts/long-day.ts'
import type { Notice } from '#server/modules/notifications/notify.ts'
import type { UserRow } from '#server/modules/users/users.repo.ts'

const nameOf = ({ first_name, last_name }: UserRow): string => `${first_name} ${last_name}`.trim()

/** To the administrators, in the product and by mail. */
export const deletedNotice = (account: AccountRow, owner: UserRow): Notice => {
  const due = deletionDue(account)
  const until = due ? longDay(due, account.time_zone) : ''
  return {
    accountId: account.id,
    kind: 'accountDeletion',
    to: 'administrators',
    subject: `${account.name} is going to be deleted`,
    paragraphs: [
      `${nameOf(owner)} has deleted the account ${account.name}. Only its owners can sign in now, nothing is synchronised and no report is sent.`,
      `Until ${until} an owner can restore it, and everything is as it was. After that all of its data is removed for good.`,
    ],
    link: { label: 'Restore the account', path: '/admin/settings' },
  }
}

export const restoredNotice = (account: AccountRow, owner: UserRow): Notice => ({
  accountId: account.id,
  kind: 'accountDeletion',
  to: 'administrators',
  subject: `${account.name} was restored`,
  paragraphs: [
    `${nameOf(owner)} has taken back the deletion of the account ${account.name}. Everything is as it was: colleagues can sign in, services are synchronised and scheduled reports are sent again.`,
  ],
  link: { label: 'Open Cuvee', path: '/' },
})
