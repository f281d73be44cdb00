import { Button, Group } from '@mantine/core'
import { IconHeartbeat, IconScale } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { hasPlatform } from './state/service-state.ts'

/** Where somebody goes on to who asks whether the numbers are right. */
export const ServiceLinks = ({ service }: { service: Service }) => (
  <Group gap="xs">
    {hasPlatform(service) && (
      <Button
        component={Link}
        to={`/admin/services/${service.id}/reconciliation`}
        variant="default"
        size="xs"
        leftSection={<IconScale size={14} aria-hidden />}
      >
        Compare totals with the platform
      </Button>
    )}
    <Button
      component={Link}
      to="/admin/services/health"
      variant="default"
      size="xs"
      leftSection={<IconHeartbeat size={14} aria-hidden />}
    >
      Data health
    </Button>
  </Group>
)
