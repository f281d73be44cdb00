import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconHeartbeat, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { EmptyServices } from './empty-services.tsx'
import { ServiceCard } from './service-card.tsx'
import { useServices } from './use-services.ts'

/** What the account gets its rows from, and the way to add more. */
export const ServicesScreen = () => {
  const { data, isPending, error, refetch } = useServices()
  const navigate = useNavigate()
  const open = (service: Service) => navigate({ to: `/admin/services/${service.id}` })
  const hasServices = data !== undefined && data.length > 0
  return (
    <Stack maw={960} mx="auto">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1}>Services</Title>
          <Text c="dimmed" size="sm">
            Where your orders, customers and clubs come from.
          </Text>
        </div>
        <Group gap="xs">
          {hasServices && (
            <Button
              component={Link}
              to="/admin/services/health"
              variant="default"
              leftSection={<IconHeartbeat size={16} aria-hidden />}
            >
              Data health
            </Button>
          )}
          <Button component={Link} to="/admin/services/new" leftSection={<IconPlus size={16} aria-hidden />}>
            Add service
          </Button>
        </Group>
      </Group>
      {isPending && <Skeleton h={88} />}
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {data?.length === 0 && <EmptyServices onAdded={open} />}
      {data?.map((service) => (
        <ServiceCard key={service.id} service={service} />
      ))}
    </Stack>
  )
}
