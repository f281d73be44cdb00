import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { formatDaysLeft, formatLongDay } from '#web/app/format.ts'
import { Notice } from '#web/app/notice.tsx'
import { useNow } from '#web/app/relative-time.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

/** Restores an account that is scheduled for deletion. */
export const useRestoreAccount = () => {
  const { queries, queryClient } = useRuntime()
  return useMutation(
    queries.account.restore.mutationOptions({
      onSuccess: (account) => {
        queryClient.setQueryData(queries.account.get.queryKey(), account)
        toast.success('Account restored. Nothing was removed.')
        void queryClient.invalidateQueries()
      },
      onError: (error) => toast.failure(firstMessage(error)),
    }),
  )
}

/** Shows the pending account deletion on every page and lets an owner restore the account; only owners can sign in. */
export const DeletionBanner = () => {
  const account = useAccount()
  const user = useCurrentUser()
  const restore = useRestoreAccount()
  const now = useNow()
  if (!account?.deletionDueUtc || !user?.roles.includes('AccountOwner')) return null
  const day = formatLongDay(account.deletionDueUtc, account.timeZone)
  return (
    <Notice
      tone="bad"
      role="status"
      title={`This account will be permanently deleted on ${day}, ${formatDaysLeft(account.deletionDueUtc, now)}`}
      icon={<IconTrash size={20} stroke={1.5} aria-hidden />}
      action={
        <Button variant="default" size="xs" loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
          Restore account
        </Button>
      }
    >
      Nothing is removed until then. Syncing is paused, and only owners can sign in.
    </Notice>
  )
}
