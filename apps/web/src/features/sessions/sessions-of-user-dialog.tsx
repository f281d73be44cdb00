import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/auth.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'
import { MAX_SHOWN, SessionRow } from './session-list.tsx'

interface SessionsOfUserDialogProps {
  readonly user: User
  /** the user's full name */
  readonly name: string
  readonly onEndAll: () => void
  readonly onClose: () => void
}

/** Where someone is signed in, for administrators, who end one session or all. */
export const SessionsOfUserDialog = ({ user, name, onEndAll, onClose }: SessionsOfUserDialogProps) => {
  const { api, queries, queryClient } = useRuntime()
  const input = { id: user.id, page: 1, pageSize: MAX_SHOWN }
  const { data, error, refetch } = useQuery(queries.users.sessionsOf.queryOptions({ input }))
  const end = useChange(api.users.endSessionOf, {
    refresh: () => queryClient.invalidateQueries({ queryKey: queries.users.sessionsOf.key() }),
    done: `${name} was signed out on that device`,
  })
  return (
    <Modal opened onClose={onClose} title={`Sessions of ${name}`} size="lg">
      <Stack>
        {!data && error !== null && <LoadFailure error={error} onRetry={() => refetch()} />}
        {!data && error === null && <Skeleton height={120} radius="md" />}
        {data && data.total === 0 && <Text size="sm">{name} isn’t signed in anywhere.</Text>}
        {data && data.total > 0 && (
          <ul className="bare-list">
            {data.items.map((session) => (
              <SessionRow key={session.id} session={session}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  loading={end.isPending && end.variables.sessionId === session.id}
                  onClick={() => end.mutate({ id: user.id, sessionId: session.id })}
                >
                  Sign out
                </Button>
              </SessionRow>
            ))}
          </ul>
        )}
        {data && data.total > data.items.length && (
          <Text size="sm" c="dimmed">
            And {data.total - data.items.length} more.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {data && data.total > 0 && <Button onClick={onEndAll}>Sign out everywhere</Button>}
        </Group>
      </Stack>
    </Modal>
  )
}
