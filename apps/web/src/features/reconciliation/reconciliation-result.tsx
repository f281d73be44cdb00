import { Paper, Stack, Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Account } from '#contract/account.ts'
import type { Reconciliation } from '#contract/service-checks.ts'
import { timeZoneName } from '#domain/ranges/time-zone.ts'
import { FormatsProvider, useFormats } from '#ui/formats-context.tsx'
import { useCurrentUser } from '#web/app/current-user.ts'
import { formatDateTime } from '#web/app/format.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { Notice } from '#web/app/notice.tsx'
import classes from './reconciliation.module.css'
import { type Difference, differenceLabel, roundedDifference, totalDifference } from './reconciliation.ts'

interface DifferenceTableProps {
  readonly result: Reconciliation
  readonly platform: string
}

/** Orders with differences, largest first. */
const DifferenceTable = ({ result: { differences, differenceCount }, platform }: DifferenceTableProps) => {
  const formats = useFormats()
  if (differences.length === 0) return null
  const hidden = differenceCount - differences.length
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Title order={2} mb="xs">
        Orders with differences
      </Title>
      <ScrollTable
        label="Orders with differences"
        minWidth={560}
        columns={['Order', 'Day', 'Issue', right('Cuvee'), right(platform), right('Difference')]}
      >
        {differences.map((difference) => (
          <DifferenceRow key={difference.sourceId} difference={difference} platform={platform} />
        ))}
      </ScrollTable>
      {hidden > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {formats.value(hidden, 'integer')} smaller differences aren’t shown.
        </Text>
      )}
    </Paper>
  )
}

const DifferenceRow = ({ difference, platform }: { difference: Difference; platform: string }) => {
  const formats = useFormats()
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{difference.orderNumber || difference.sourceId}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formats.day(difference.day, 'full')}</Table.Td>
      <Table.Td>{differenceLabel(difference, platform)}</Table.Td>
      <Table.Td ta="right">{formats.value(difference.ours, 'currency')}</Table.Td>
      <Table.Td ta="right">{formats.value(difference.platform, 'currency')}</Table.Td>
      <Table.Td ta="right" fw={600}>
        {formats.value(roundedDifference(difference), 'currency')}
      </Table.Td>
    </Table.Tr>
  )
}

/** Whether the totals match, and what to do if not. */
const Verdict = ({ result, platform }: { result: Reconciliation; platform: string }) => {
  const formats = useFormats()
  const month = formats.month(result.month, 'full')
  if (result.matches) {
    return (
      <Notice tone="good" role="status" title={`${month} matches`} icon={<IconCircleCheck size={20} aria-hidden />}>
        {result.ours.orders === 0
          ? 'Neither side has orders for this month.'
          : `Every order appears on both sides with the same total.`}
      </Notice>
    )
  }
  const count = result.differenceCount
  return (
    <Notice
      tone="warning"
      role="status"
      title={count === 1 ? '1 order differs' : `${formats.value(count, 'integer')} orders differ`}
      icon={<IconAlertTriangle size={20} aria-hidden />}
    >
      Orders that changed since the last sync appear here until the next one. Differences that remain after a full sync
      are skipped records or orders that {platform} records differently.
    </Notice>
  )
}

interface ReconciliationResultProps {
  readonly result: Reconciliation
  /** the platform's name */
  readonly platform: string
  readonly account: Account
  /** a newer result is loading */
  readonly isOld: boolean
}

/** Both totals, their difference, and the orders that cause it. */
export const ReconciliationResult = ({ result, platform, account, isOld }: ReconciliationResultProps) => {
  const culture = useCurrentUser()?.culture ?? account.culture
  return (
    <FormatsProvider culture={culture} currency={result.currency} timeZone={account.timeZone}>
      <Stack className={classes.result} data-old={isOld || undefined}>
        <Verdict result={result} platform={platform} />
        <Totals result={result} platform={platform} />
        <DifferenceTable result={result} platform={platform} />
        <Text size="xs" c="dimmed">
          Compared {formatDateTime(result.asOf, account.timeZone)}. Totals are what customers paid, including tax,
          shipping, and tips, less refunds. Days are in {timeZoneName(account.timeZone)}.
        </Text>
      </Stack>
    </FormatsProvider>
  )
}

const Totals = ({ result, platform }: Pick<ReconciliationResultProps, 'result' | 'platform'>) => {
  const formats = useFormats()
  const columns = [
    { name: 'Cuvee', ...result.ours },
    { name: platform, ...result.platform },
    { name: 'Difference', ...totalDifference(result) },
  ]
  return (
    <div className={classes.totals}>
      {columns.map(({ name, orders, total }) => (
        <Paper key={name} withBorder p="md" component="section" aria-label={name}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text className={classes.total}>{formats.value(total, 'currency')}</Text>
          <Text size="sm" className="numbers">
            {formats.value(orders, 'integer')} {Math.abs(orders) === 1 ? 'order' : 'orders'}
          </Text>
        </Paper>
      ))}
    </div>
  )
}
