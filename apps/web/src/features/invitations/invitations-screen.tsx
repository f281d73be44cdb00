import { Button, Skeleton, Stack, Title } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '#web/app/current-user.ts'
import { ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { NewerOlder } from '#web/app/listing.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useAddressAction } from '#web/app/use-address-action.ts'
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
  useAddressAction(() => setInviting(true))
  const { data, error, refetch } = useQuery(
    queries.invitations.list.queryOptions({
      input: { page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  )
  const inviteButton = (
    <Button leftSection={<IconMailPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      Invite colleagues
    </Button>
  )
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <ScreenHead title="Invitations" tools={data && data.total > 0 && inviteButton}>
        Colleagues join your account by opening the link we email them and choosing a password.
      </ScreenHead>
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} radius="md" />}
      {data?.total === 0 && (
        <div className={`${listing.box} ${listing.empty}`}>
          <Title order={2}>No invitations yet</Title>
          <p>Invite the people you work with, such as your tasting room manager, club manager, or bookkeeper.</p>
          {inviteButton}
        </div>
      )}
      {actor && data && data.total > 0 && <InvitationTable actor={actor} invitations={data.items} changes={changes} />}
      {data && <NewerOlder total={data.total} pageSize={PAGE_SIZE} page={page} onPage={setPage} />}
      {actor && <InviteDialog actor={actor} isOpen={isInviting} onClose={() => setInviting(false)} />}
    </Stack>
  )
}
