import { Stack, Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Run } from '#contract/runs.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { Notice } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { type ComparedTotal, compareTotals, differs } from './control-totals.ts'

/** The totals of an import's file compared with the store and with the other system. */
export const RunTotals = ({ run }: { run: Run }) => {
  const currency = useAccount()?.currency
  if (currency === undefined || run.controlTotals === null || run.kind !== 'import') return null
  const { controlTotals: file, storedTotals: stored, expected } = run
  const totals = compareTotals({ file, stored, expected, currency })
  const different = totals.filter(differs)
  return (
    <ReaderFormats>
      <Stack gap="xs">
        <Title order={3}>Control totals</Title>
        {different.length > 0 && (
          <Notice tone="warning" role="status" icon={<IconAlertTriangle size={20} aria-hidden />}>
            Different: {different.map(({ label }) => label.toLowerCase()).join(', ')}. Check the mapping and the file’s
            dates, then import it again.
          </Notice>
        )}
        <ScrollTable
          label="Control totals"
          minWidth={expected ? 420 : 290}
          columns={['', right('File'), right('Cuvee'), ...(expected ? [right('Your system')] : [])]}
        >
          {totals.map((total) => (
            <TotalRow key={total.label} total={total} hasExpected={expected !== null} />
          ))}
        </ScrollTable>
        {stored === null && (
          <Text size="xs" c="dimmed">
            This import’s rows weren’t counted.
          </Text>
        )}
      </Stack>
    </ReaderFormats>
  )
}

const TotalRow = ({ total, hasExpected }: { total: ComparedTotal; hasExpected: boolean }) => {
  const text = useTotalText()
  const { label, type, file, stored, expected } = total
  return (
    <Table.Tr>
      <Table.Th fw={400}>{label}</Table.Th>
      <Table.Td ta="right">{text(file, type)}</Table.Td>
      <Table.Td ta="right">{text(stored, type)}</Table.Td>
      {hasExpected && (
        <Table.Td ta="right" fw={differs(total) ? 600 : 400}>
          {expected === null ? '' : text(expected, type)}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** A function that formats a total by its type. */
export const useTotalText = () => {
  const formats = useFormats()
  return (value: ComparedTotal['file'], type: ComparedTotal['type']): string => {
    if (value === null) return '—'
    if (typeof value === 'string') return formats.day(value, 'full')
    return formats.value(value, type === 'currency' ? 'currency' : 'integer')
  }
}
