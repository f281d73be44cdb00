import { Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Service } from '#contract/services.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useReloadAfterRun } from '../runs/use-run.ts'
import { startRun } from '../use-service-changes.tsx'

/** Adds or reconnects the service that the user consented to, and starts a sync. */
const useConnected = () => {
  const { api } = useRuntime()
  const reload = useReloadAfterRun()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (query: string): Promise<Service> => {
      const service = await api.services.connected({ query })
      // The service is connected now; a run that fails to start is shown with it.
      await startRun(api.services.sync({ id: service.id })).catch(() => undefined)
      return service
    },
    onSuccess: ({ id }) => {
      reload()
      void navigate({ to: `/admin/services/${id}`, replace: true })
    },
  })
}

const NOT_CONNECTED = 'Cuvee didn’t respond. Check your connection and start again.'

/** Where platforms send users back after they consented, or didn’t. */
export const ConnectedScreen = () => {
  const { mutate, error } = useConnected()
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate(window.location.search)
  }, [mutate])
  return (
    <Stack maw="var(--cuvee-width-form)" mx="auto">
      <Title order={1}>{error ? 'Not connected' : 'Connecting'}</Title>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        {error ? (
          <Stack>
            <FormFailure message={firstMessage(error, NOT_CONNECTED)} />
            <Group>
              <Button component={Link} to="/admin/services">
                Go to Services
              </Button>
            </Group>
          </Stack>
        ) : (
          <Group gap="sm" role="status" wrap="nowrap">
            <Loader size="sm" aria-hidden />
            <Text size="sm">Finishing the connection. This takes a few seconds.</Text>
          </Group>
        )}
      </Paper>
    </Stack>
  )
}
