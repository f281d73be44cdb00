import { Anchor, Paper, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Account } from '#contract/account.ts'
import type { Run } from '#contract/runs.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { formatDateTime } from '#web/app/format.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { orderTotals } from '#web/features/services/runs/control-totals.ts'
import { runKind } from '#web/features/services/runs/run-state.ts'

const RUNS_READ = 50
const RUNS_SHOWN = 10

/** The control totals of the latest runs that brought orders; nothing while there are none. */
export const SourceTotals = ({ serviceId, account }: { serviceId: string; account: Account }) => {
  const { queries } = useRuntime()
  const { data } = useQuery(queries.services.runs.queryOptions({ input: { id: serviceId, pageSize: RUNS_READ } }))
  const runs = (data?.items ?? [])
    .flatMap((run) => {
      const totals = run.controlTotals && orderTotals(run.controlTotals, account.currency)
      return totals && totals.orders + totals.refunds > 0 ? [{ run, totals }] : []
    })
    .slice(0, RUNS_SHOWN)
  if (runs.length === 0) return null
  return (
    <ReaderFormats>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Title order={2} mb="xs">
          What each sync received
        </Title>
        <ScrollTable
          label="What each sync received"
          minWidth={560}
          columns={['Sync', 'Type', right('Orders'), right('Refunds'), right('Net sales'), right('Total paid')]}
        >
          {runs.map((one) => (
            <RunRow key={one.run.id} {...one} serviceId={serviceId} timeZone={account.timeZone} />
          ))}
        </ScrollTable>
        <Text size="xs" c="dimmed" mt="xs">
          Counted before storing, to compare with the platform’s reports. Changed orders arrive again, so rows can’t be
          added up to a month.
        </Text>
      </Paper>
    </ReaderFormats>
  )
}

interface RunRowProps {
  readonly run: Run
  readonly totals: NonNullable<ReturnType<typeof orderTotals>>
  readonly serviceId: string
  readonly timeZone: string
}

const RunRow = ({ run, totals, serviceId, timeZone }: RunRowProps) => {
  const formats = useFormats()
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Anchor component={Link} to={`/admin/services/${serviceId}/runs/${run.id}`} size="sm">
          {formatDateTime(run.startedUtc ?? run.createdUtc, timeZone)}
        </Anchor>
      </Table.Td>
      <Table.Td>{runKind(run)}</Table.Td>
      <Table.Td ta="right">{formats.value(totals.orders, 'integer')}</Table.Td>
      <Table.Td ta="right">{formats.value(totals.refunds, 'integer')}</Table.Td>
      <Table.Td ta="right">{formats.value(totals.netSales, 'currency')}</Table.Td>
      <Table.Td ta="right">{formats.value(totals.total, 'currency')}</Table.Td>
    </Table.Tr>
  )
}
