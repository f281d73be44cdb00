import { Button, Menu } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import type { User } from '#contract/auth.ts'
import type { Invitation } from '#contract/invitations.ts'
import { isAbove } from '#domain/role.ts'
import listing from '#web/app/listing.module.css'
import { ActionMenu, heads, Listing, wide } from '#web/app/listing.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { RoleBadges } from '#web/features/users/role-choices.tsx'
import people from '#web/features/users/users.module.css'
import classes from './invitations.module.css'
import type { InvitationChanges } from './use-invitation-changes.tsx'

type State = Invitation['state']

const STATE_LABELS = {
  pending: 'Pending',
  expired: 'Expired',
  accepted: 'Accepted',
  revoked: 'Revoked',
} as const satisfies Record<State, string>

const stateLabel = (state: State): string => STATE_LABELS[state]

/** Whether the invitation can be resent or revoked; expired ones can, too. */
const isOpen = (state: State): boolean => state === 'pending' || state === 'expired'

interface InvitationTableProps {
  readonly actor: User
  readonly invitations: readonly Invitation[]
  readonly changes: InvitationChanges
}

/** Invitations with their actions. */
export const InvitationTable = ({ actor, invitations, changes }: InvitationTableProps) => (
  <Listing
    caption="Invitations"
    className={people.people}
    hasActions
    heads={heads('Invited', wide('Roles'), 'Status', wide('Sent'))}
  >
    {invitations.map((invitation) => (
      <InvitationRow key={invitation.id} {...{ actor, invitation, changes }} />
    ))}
  </Listing>
)

interface InvitationRowProps {
  readonly actor: User
  readonly invitation: Invitation
  readonly changes: InvitationChanges
}

const InvitationRow = ({ actor, invitation, changes }: InvitationRowProps) => {
  const { email, roles, state, invitedByName, sentUtc, expiresUtc } = invitation
  return (
    <tr>
      <td>
        <div className={people.name}>{email}</div>
        <div className={people.address}>by {invitedByName}</div>
        <RoleBadges roles={roles} className={people.narrowOnly} />
      </td>
      <td className={listing.wideOnly}>
        <RoleBadges roles={roles} />
      </td>
      <td>
        <span className={`pill ${classes.state}`} data-state={state}>
          {stateLabel(state)}
        </span>
        {state === 'pending' && (
          <div className={classes.expiry}>
            Expires <RelativeTime instant={expiresUtc} isFuture />
          </div>
        )}
        {state === 'expired' && (
          <div className={classes.expiry}>
            <RelativeTime instant={expiresUtc} />
          </div>
        )}
      </td>
      <td className={`${listing.when} ${listing.wideOnly}`}>
        <RelativeTime instant={sentUtc} />
      </td>
      <td className={listing.actions}>{isOpen(state) && <RowActions {...{ actor, invitation, changes }} />}</td>
    </tr>
  )
}

const RowActions = ({ actor, invitation, changes: { resend, askToRevoke } }: InvitationRowProps) => {
  const { email, roles } = invitation
  // Only an owner may resend an invitation with an owner's role.
  const isTooHigh = isAbove(roles, actor.roles)
  const isSending = resend.isPending && resend.variables.id === invitation.id
  return (
    <>
      <div className={classes.wideActions}>
        <Button
          size="xs"
          variant="default"
          aria-label={`Resend to ${email}`}
          loading={isSending}
          disabled={isTooHigh}
          onClick={() => resend.mutate(invitation)}
        >
          Resend
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={`Revoke ${email}`}
          onClick={() => askToRevoke(invitation)}
        >
          Revoke
        </Button>
      </div>
      <div className={classes.narrowActions}>
        <ActionMenu label={`Actions for ${email}`} isBusy={isSending}>
          <Menu.Item
            leftSection={<IconMailForward size={14} />}
            disabled={isTooHigh}
            onClick={() => resend.mutate(invitation)}
          >
            Resend
          </Menu.Item>
          <RemoveItem onClick={() => askToRevoke(invitation)}>Revoke</RemoveItem>
        </ActionMenu>
      </div>
    </>
  )
}
