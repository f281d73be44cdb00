import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '#web/app/current-user.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import people from '../users/users.module.css'
import { InvitationTable } from './invitation-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { useInvitationChanges } from './use-invitation-changes.tsx'

const PAGE_SIZE = 50

/** The account's invitations and their status. */
export const InvitationsScreen = () => {
  const { queries } = useRuntime()
  const actor = useCurrentUser()
  const changes = useInvitationChanges()
  const [page, setPage] = useState(1)
  const [isInviting, setInviting] = useState(false)
  const { data, error, refetch } = useQuery(
    queries.invitations.list.queryOptions({
      input: { page, pageSize: PAGE_SIZE },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  const inviteButton = (
    <Button leftSection={<IconMailPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      Invite colleagues
    </Button>
  )
  return (
    <Stack maw={1080} mx="auto">
      <div className={people.head}>
        <div>
          <Title order={1}>Invitations</Title>
          <Text c="dimmed" size="sm">
            Colleagues join your account by opening the link we email them and choosing a password.
          </Text>
        </div>
        {data && data.total > 0 && inviteButton}
      </div>
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} radius="md" />}
      {data?.total === 0 && (
        <div className={`${people.box} ${people.empty}`}>
          <Title order={2}>No invitations yet</Title>
          <p>Invite the people you work with, such as your tasting room manager, club manager, or bookkeeper.</p>
          {inviteButton}
        </div>
      )}
      {actor && data && data.total > 0 && <InvitationTable actor={actor} invitations={data.items} changes={changes} />}
      {data && data.total > PAGE_SIZE && (
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={page * PAGE_SIZE >= data.total}
            onClick={() => setPage(page + 1)}
          >
            Older
          </Button>
        </Group>
      )}
      {actor && <InviteDialog actor={actor} isOpen={isInviting} onClose={() => setInviting(false)} />}
    </Stack>
  )
}
