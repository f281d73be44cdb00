import { Button, Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClockPause,
  IconKey,
  IconPencil,
  IconRefresh,
  IconReload,
  IconScale,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { ActionMenu } from '#web/app/listing.tsx'
import { Notice } from '#web/app/notice.tsx'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { toast } from '#web/app/toast.ts'
import { useConsent } from './connect/consent-step.tsx'
import { hasPlatform, hasTotals, isWorking, needsEditing } from './state/service-state.ts'
import { useRemoveService, useSyncService } from './use-service-changes.tsx'

const noop = (): void => {}

/** A service's actions other than an incremental sync. */
export const ServiceMenu = ({ service, onRemoved = noop }: { service: Service; onRemoved?: () => void }) => {
  const { id, name, type } = service
  const remove = useRemoveService(onRemoved)
  const sync = useSyncService()
  // Removing is the only action of a sample, so it needs no menu.
  if (type === 'sample') {
    return (
      <Button variant="subtle" color="gray" size="xs" onClick={() => remove(service)}>
        Remove
      </Button>
    )
  }
  return (
    <ActionMenu label={`Actions for ${name}`}>
      {hasPlatform(service) && (
        <Menu.Item
          leftSection={<IconReload size={14} />}
          disabled={isWorking(service)}
          onClick={() => sync.mutate({ id, full: true })}
        >
          Run full sync
        </Menu.Item>
      )}
      {hasTotals(service) && (
        <Menu.Item component={Link} to={`/admin/services/${id}/reconciliation`} leftSection={<IconScale size={14} />}>
          Compare totals
        </Menu.Item>
      )}
      <Menu.Item component={Link} to={`/admin/services/${id}/edit`} leftSection={<IconPencil size={14} />}>
        Edit
      </Menu.Item>
      <Menu.Divider />
      <RemoveItem onClick={() => remove(service)}>Remove</RemoveItem>
    </ActionMenu>
  )
}

/** Starts an incremental sync, or links to the file upload. */
export const SyncButton = ({ service }: { service: Service }) => {
  const sync = useSyncService()
  if (service.type === 'csv') {
    return (
      <Button component={Link} to={`/admin/services/${service.id}`} variant="default" size="xs">
        Upload a file
      </Button>
    )
  }
  // Its data is sent by a program.
  if (service.type === 'api') return null
  return (
    <LockedButton
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      disabled={isWorking(service)}
      loading={sync.isPending}
      onClick={() => sync.mutate({ id: service.id })}
    >
      {service.type === 'sample' ? 'Reload data' : 'Sync now'}
    </LockedButton>
  )
}

/** A service's problem and its remedy; nothing when there is none. */
export const ServiceProblem = ({ service }: { service: Service }) => {
  const { id, state, problem } = service
  if (problem === null) return null
  if (needsEditing(service)) {
    return (
      <Notice
        tone="bad"
        icon={<IconKey size={18} aria-hidden />}
        action={service.isConsented ? <ConnectAgainButton service={service} /> : <EditButton id={id} />}
      >
        {problem}
      </Notice>
    )
  }
  const isWaiting = state === 'waiting'
  const Icon = isWaiting ? IconClockPause : IconAlertTriangle
  return (
    <Notice tone={isWaiting ? 'warning' : 'bad'} icon={<Icon size={18} aria-hidden />}>
      {problem}
    </Notice>
  )
}

const ConnectAgainButton = ({ service: { id, type } }: { service: Service }) => {
  const consent = useConsent()
  return (
    <Button
      size="xs"
      variant="default"
      loading={consent.isPending || consent.isSuccess}
      onClick={() => consent.mutate({ type, id }, { onError: (error) => toast.failure(firstMessage(error)) })}
    >
      Connect again
    </Button>
  )
}

const EditButton = ({ id }: { id: string }) => (
  <Button component={Link} to={`/admin/services/${id}/edit`} size="xs" variant="default">
    Edit connection
  </Button>
)
