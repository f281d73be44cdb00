import { Button, Menu } from '@mantine/core'
import { IconPencil, IconReload, IconScale, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { ActionMenu } from '#web/app/listing.tsx'
import { hasPlatform, isWorking } from './state/service-state.ts'
import { useRemoveService, useSyncService } from './use-service-changes.tsx'

interface ServiceMenuProps {
  readonly service: Service
  readonly onRemoved?: () => void
}

const noop = (): void => {}

/** A service's actions other than an incremental sync. */
export const ServiceMenu = ({ service, onRemoved = noop }: ServiceMenuProps) => {
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
        <>
          <Menu.Item
            leftSection={<IconReload size={14} />}
            disabled={isWorking(service)}
            onClick={() => sync.mutate({ id, full: true })}
          >
            Run full sync
          </Menu.Item>
          <Menu.Item component={Link} to={`/admin/services/${id}/reconciliation`} leftSection={<IconScale size={14} />}>
            Compare totals
          </Menu.Item>
        </>
      )}
      <Menu.Item component={Link} to={`/admin/services/${id}/edit`} leftSection={<IconPencil size={14} />}>
        Edit
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red.9" leftSection={<IconTrash size={14} />} onClick={() => remove(service)}>
        Remove
      </Menu.Item>
    </ActionMenu>
  )
}
