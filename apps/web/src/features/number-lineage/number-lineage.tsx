import { Drawer, Stack } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ExplainRequest } from '#contract/reports.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { BridgeSteps } from './bridge-steps.tsx'
import { LineageFacts } from './lineage-facts.tsx'
import { LineageError, LineageRecords, LineageSkeleton } from './lineage-records.tsx'
import { SourceChecks } from './source-checks.tsx'

interface NumberLineageProps {
  /** the number to explain; null: closed */
  readonly request: ExplainRequest | null
  readonly onClose: () => void
}

/**
 * How a number is calculated: definition, formula, records, and the proof that they add up to it. The drawer is mounted closed and then
 * opened, because only then it returns the focus when it closes.
 */
export const NumberLineage = ({ request, onClose }: NumberLineageProps) => {
  const isMounted = useMounted()
  return (
    <Drawer
      opened={isMounted && request !== null}
      onClose={onClose}
      position="right"
      size="min(680px, 100vw)"
      title="How this number is calculated"
    >
      {request === null ? null : <LoadedLineage key={JSON.stringify(request)} request={request} />}
    </Drawer>
  )
}

const LoadedLineage = ({ request }: { request: ExplainRequest }) => {
  const { queries } = useRuntime()
  const lineage = useQuery(queries.reports.explain.queryOptions({ input: request }))
  return (
    <Stack gap={20}>
      {lineage.data ? <LineageFacts lineage={lineage.data} /> : null}
      {lineage.data?.bridge ? <BridgeSteps bridge={lineage.data.bridge} lineage={lineage.data} /> : null}
      {lineage.data?.sources ? <SourceChecks sources={lineage.data.sources} /> : null}
      {lineage.isPending ? <LineageSkeleton /> : null}
      {lineage.isError ? <LineageError error={lineage.error} onRetry={() => void lineage.refetch()} /> : null}
      {lineage.data ? <LineageRecords request={request} format={lineage.data.recordsFormat} /> : null}
    </Stack>
  )
}
