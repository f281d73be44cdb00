import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Service } from '#contract/services.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { AddServiceDialog } from './add-service-dialog.tsx'
import { EmptyServices } from './empty-services.tsx'
import { LoadFailure } from './load-failure.tsx'
import { isActive } from './runs/run-state.ts'
import { useReloadAfterRun } from './runs/use-run.ts'
import { ServiceCard } from './service-card.tsx'

/** Milliseconds between two looks at the list while one of its services is working. */
const POLL_EVERY = 1000

const isWorking = ({ lastRun }: Service): boolean => lastRun !== null && isActive(lastRun)

const useServices = () => {
  const { queries } = useRuntime()
  const list = useQuery(
    queries.services.list.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(isWorking) ? POLL_EVERY : false),
    }),
  )
  const working = list.data?.some(isWorking) ?? false
  const reload = useReloadAfterRun()
  const wasWorking = useRef(working)
  useEffect(() => {
    if (wasWorking.current && !working) reload()
    wasWorking.current = working
  }, [working, reload])
  return list
}

/** What the account gets its rows from, and the way to add more. */
export const ServicesScreen = () => {
  const { data, isPending, error, refetch } = useServices()
  const [adding, dialog] = useDisclosure(false)
  const navigate = useNavigate()
  const open = (service: Service) => navigate({ to: `/admin/services/${service.id}` })
  return (
    <Stack maw={960} mx="auto">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1}>Services</Title>
          <Text c="dimmed" size="sm">
            Where your orders, customers and clubs come from.
          </Text>
        </div>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
          Add service
        </Button>
      </Group>
      {isPending && <Skeleton h={88} />}
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {data?.length === 0 && <EmptyServices onAdded={open} />}
      {data?.map((service) => (
        <ServiceCard key={service.id} service={service} />
      ))}
      <AddServiceDialog
        opened={adding}
        onClose={dialog.close}
        onAdded={(service) => {
          dialog.close()
          void open(service)
        }}
      />
    </Stack>
  )
}
