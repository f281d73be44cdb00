import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useReloadAfterRun } from '../runs/use-run.ts'
import { MappingStep } from './mapping-step.tsx'

/** Maps the columns of a file that the service downloads, with the form of an upload; its import saves the mapping. */
export const FetchedFileMapping = ({ service: { id } }: { service: Service }) => {
  const { queries } = useRuntime()
  const fetchFile = useMutation(queries.services.fetchFile.mutationOptions())
  const reload = useReloadAfterRun()
  const navigate = useNavigate()
  const { data, error, isPending } = fetchFile
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label="Column mapping">
      {data ? (
        <MappingStep
          serviceId={id}
          fileId={data.fileId}
          fileName={data.fileName}
          startOverLabel="Cancel"
          onStartOver={fetchFile.reset}
          onStarted={(runId, intoService) => {
            reload()
            void navigate({ to: `/admin/services/${intoService}/runs/${runId}` })
          }}
        />
      ) : (
        <Stack gap="xs">
          <Title order={2}>Column mapping</Title>
          <Text size="sm" c="dimmed" maw={680}>
            Columns are recognized by their names and values. To map them yourself or keep more of them, map the columns
            of one file and import it. Other files with the same columns are then imported the same way.
          </Text>
          <FormFailure message={error && firstMessage(error)} />
          <Group>
            <Button variant="default" size="xs" loading={isPending} onClick={() => fetchFile.mutate({ id })}>
              Map columns of a file
            </Button>
          </Group>
        </Stack>
      )}
    </Paper>
  )
}
