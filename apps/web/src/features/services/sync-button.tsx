import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { isWorking } from './state/service-state.ts'
import { useSyncService } from './use-service-changes.tsx'

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
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      disabled={isWorking(service)}
      loading={sync.isPending}
      onClick={() => sync.mutate({ id: service.id })}
    >
      {service.type === 'sample' ? 'Reload data' : 'Sync now'}
    </Button>
  )
}
