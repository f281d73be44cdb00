import { ActionIcon, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { isPermitted } from '#domain/role.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { EmptyPanel, ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { heads, Listing, wide } from '#web/app/listing.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { CreatedKey, KeyDialog, SCOPE_LABELS } from './key-dialogs.tsx'
import { useApiKeys, useIsAdmin, useKeyChanges } from './use-api-keys.ts'

const SKELETON_HEIGHT = 240

/** Keys that programs sign in with: list, create, revoke. */
export const ApiKeysScreen = () => {
  const isAdmin = useIsAdmin()
  const query = useApiKeys()
  const [isAdding, setAdding] = useState(false)
  const { create, revoke, keep } = useKeyChanges(() => setAdding(false))
  const open = (): void => {
    create.reset()
    setAdding(true)
  }
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      Create API key
    </Button>
  )
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <ScreenHead title="API keys" tools={addButton}>
        Let programs read or change your data without your password. Create one key per program.
      </ScreenHead>
      {create.data ? <CreatedKey created={create.data} /> : null}
      <QueryContent query={query} height={SKELETON_HEIGHT}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyPanel title="No API keys yet" />
          ) : (
            <KeyTable
              keys={keys}
              revoking={revoke.isPending ? revoke.variables.id : null}
              keeping={keep.isPending ? keep.variables.id : null}
              onKeep={(key) => keep.mutate(key)}
              onRevoke={(key) => confirmRevocation(key, () => revoke.mutate(key))}
            />
          )
        }
      </QueryContent>
      {isAdding && (
        <KeyDialog
          isAdmin={isAdmin}
          isBusy={create.isPending}
          error={create.error}
          onCreate={(key) => create.mutate(key)}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  )
}

const confirmRevocation = ({ name }: ApiKey, onConfirm: () => void): void =>
  askToConfirm({
    title: `Revoke “${name}”?`,
    text: 'Programs that use this key stop working right away. This can’t be undone.',
    confirm: 'Revoke key',
    onConfirm,
  })

interface KeyTableProps {
  readonly keys: readonly ApiKey[]
  /** ID of the key that is being revoked */
  readonly revoking: string | null
  /** ID of the key that is being kept */
  readonly keeping: string | null
  readonly onKeep: (key: ApiKey) => void
  readonly onRevoke: (key: ApiKey) => void
}

const KeyTable = ({ keys, revoking, keeping, onKeep, onRevoke }: KeyTableProps) => (
  <Listing
    caption="API keys"
    hasActions
    heads={heads('Name', wide('Acts as'), 'Scope', wide('Last used'), wide('Expires'))}
  >
    {keys.map((key) => (
      <tr key={key.id}>
        <td className={listing.name}>
          <strong>{key.name}</strong>
          <Code>{key.prefix}…</Code>
          <span className={listing.narrowOnly}>
            <ActsAs of={key} /> · <LastUsed of={key} />
          </span>
          <span className={listing.narrowOnly}>
            {isExpiring(key) && 'Expires '}
            <Expires of={key} />
          </span>
          <Decision of={key} isBusy={keeping === key.id} onKeep={() => onKeep(key)} />
        </td>
        <td className={listing.wideOnly}>
          <ActsAs of={key} />
        </td>
        <td>{SCOPE_LABELS[key.scope]}</td>
        <td className={`${listing.when} ${listing.wideOnly}`}>
          <LastUsed of={key} />
        </td>
        <td className={`${listing.when} ${listing.wideOnly}`}>
          <Expires of={key} />
        </td>
        <td className={listing.actions}>
          <ActionIcon
            size={36}
            aria-label={`Revoke ${key.name}`}
            title={`Revoke ${key.name}`}
            loading={revoking === key.id}
            onClick={() => onRevoke(key)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </td>
      </tr>
    ))}
  </Listing>
)

interface KeyPart {
  readonly of: ApiKey
}

/** A service key whose creator lost the right to create one: an owner keeps it, or it is revoked. */
const Decision = ({ of: key, isBusy, onKeep }: KeyPart & { isBusy: boolean; onKeep: () => void }) => {
  const isOwner = isPermitted(useCurrentUser()?.roles ?? [], 'ownership')
  if (!key.isDecisionDue) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="var(--cuvee-warning)">
        {`${key.createdByName} lost the right to create service keys. ${isOwner ? 'Keep or revoke it.' : 'An owner decides.'}`}
      </Text>
      {isOwner && (
        <Button size="compact-sm" variant="default" loading={isBusy} aria-label={`Keep ${key.name}`} onClick={onKeep}>
          Keep
        </Button>
      )}
    </Group>
  )
}

const SERVICE_KEY = 'Account (service key)'

const ActsAs = ({ of: { kind, userId, userName, createdByName } }: KeyPart) => {
  const isOwn = useCurrentUser()?.id === userId
  if (kind === 'service') return createdByName === null ? SERVICE_KEY : `${SERVICE_KEY}, by ${createdByName}`
  return isOwn ? 'You' : userName
}

const isExpiring = ({ expiresDateUtc }: ApiKey): boolean =>
  expiresDateUtc !== null && Date.parse(expiresDateUtc) > Date.now()

const LastUsed = ({ of: { lastUsedDateUtc } }: KeyPart) =>
  lastUsedDateUtc === null ? 'Not used yet' : <RelativeTime instant={lastUsedDateUtc} />

const Expires = ({ of: key }: KeyPart) => {
  const { expiresDateUtc } = key
  if (expiresDateUtc === null) return 'Never expires'
  return isExpiring(key) ? <RelativeTime instant={expiresDateUtc} isFuture /> : 'Expired'
}
