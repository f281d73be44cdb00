import { Button } from '@mantine/core'
import { IconDatabaseOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { isPermitted } from '#domain/role.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useAccountStatus } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'

const CONSEQUENCES =
  'Cuvee keeps the unavailable data and starts with an empty data set. Connected services sync everything again. Files must be uploaded again, and API records sent again.'

const NAMES = new Intl.ListFormat('en-US')

const startedText = ({ syncs, emptied }: { syncs: number; emptied: readonly string[] }): string =>
  [
    'Started with an empty data set.',
    syncs > 0 && `Syncing ${syncs === 1 ? 'one service' : `${syncs} services`}.`,
    emptied.length > 0 && `Load the data of ${NAMES.format(emptied)} again.`,
  ]
    .filter(Boolean)
    .join(' ')

/** Why the account's numbers are missing, with the way to begin again. */
export const DataProblemBanner = () => {
  const { queries, queryClient } = useRuntime()
  const problem = useAccountStatus()?.dataProblem ?? null
  const user = useCurrentUser()
  const start = useMutation(
    queries.services.startOver.mutationOptions({
      onSuccess: async (started) => {
        await queryClient.invalidateQueries()
        toast.success(startedText(started))
      },
      onError: (error) => toast.failure(firstMessage(error)),
    }),
  )
  if (problem === null || !user) return null
  const confirm = () =>
    askToConfirm({
      title: 'Sync all data again?',
      text: CONSEQUENCES,
      confirm: 'Sync all data again',
      onConfirm: () => start.mutate({}),
    })
  const canStart = isPermitted(user.roles, 'administration')
  return (
    <Notice
      tone="bad"
      role="alert"
      title="Data unavailable"
      icon={<IconDatabaseOff size={20} aria-hidden />}
      action={
        canStart && (
          <Button size="xs" variant="default" loading={start.isPending} onClick={confirm}>
            Sync all data again
          </Button>
        )
      }
    >
      {problem}
    </Notice>
  )
}
