import { Loader, Table, Text, TextInput } from '@mantine/core'
import type { ImportCheck } from '#contract/imports.ts'
import { formatCode } from '#domain/code-labels.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { formatCount } from '#web/app/format.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { type ComparedTotal, compareTotals, differs } from '../runs/control-totals.ts'
import { useTotalText } from '../runs/run-totals.tsx'
import { type ExpectedField, type ExpectedTexts, parseExpectedTotals } from './expected-totals.ts'
import { Folded } from './folded.tsx'
import { TotalsBridges, unexplainedKey } from './totals-bridge.tsx'

interface TotalsPanelProps {
  readonly check: ImportCheck | undefined
  readonly expected: ExpectedTexts
  readonly onChange: (expected: ExpectedTexts) => void
}

/** What the import would load, and fields for what the other system says. */
export const TotalsPanel = ({ check, expected, onChange }: TotalsPanelProps) => {
  const currency = useAccount()?.currency
  if (currency === undefined || !check) return <Loader size="sm" role="img" aria-label="Counting rows" />
  const totals = compareTotals({
    file: check.totals,
    stored: null,
    expected: parseExpectedTotals(expected) ?? null,
    currency,
  })
  const hasOrders = check.totals.rows.orders !== undefined
  return (
    <ReaderFormats>
      <Text size="sm" c="dimmed">
        {formatCount(check.rows.accepted)} of {formatCount(check.rows.read)} rows can be imported.
      </Text>
      <ScrollTable
        label="Control totals"
        minWidth={hasOrders ? 290 : 240}
        columns={['', right('Cuvee reads'), ...(hasOrders ? ['Your system'] : [])]}
        maxWidth={560}
      >
        {totals.map((total) => (
          <TotalRow key={total.label} total={total} expected={expected} onChange={onChange} hasOrders={hasOrders} />
        ))}
      </ScrollTable>
      {check.bridges.length === 0 ? null : (
        <Folded title="From the file to these totals" isOpenAtFirst={unexplainedKey(check) !== null}>
          <TotalsBridges check={check} />
        </Folded>
      )}
      <SoldKinds kinds={check.kinds} />
    </ReaderFormats>
  )
}

/** What the names of goods say where the file doesn’t, for a person to contradict. */
const SoldKinds = ({ kinds }: Pick<ImportCheck, 'kinds'>) => {
  const formats = useFormats()
  if (kinds.length < 2) return null
  const sums = kinds.map(({ kind, amount }) => `${formatCode('itemKind', kind)} ${formats.value(amount, 'currency')}`)
  return (
    <Text size="sm" c="dimmed">
      Amounts by item type: {sums.join(', ')}. Where the file doesn’t say, types come from categories and names. To
      change them, map a column to Item type.
    </Text>
  )
}

const FIELDS: Readonly<Record<string, ExpectedField>> = lookupTable({
  Orders: 'orders',
  'Net sales': 'netSales',
  'Total paid': 'total',
})

interface TotalRowProps extends Pick<TotalsPanelProps, 'expected' | 'onChange'> {
  readonly total: ComparedTotal
  readonly hasOrders: boolean
}

const TotalRow = ({ total, expected, onChange, hasOrders }: TotalRowProps) => {
  const text = useTotalText()
  const { label, type, file } = total
  const field = FIELDS[label]
  return (
    <Table.Tr>
      <Table.Th fw={400}>{label}</Table.Th>
      <Table.Td ta="right">{text(file, type)}</Table.Td>
      {hasOrders && (
        <Table.Td>
          {field && (
            <TextInput
              aria-label={`${label} by your system`}
              size="xs"
              maw={180}
              inputMode="decimal"
              value={expected[field]}
              error={differs(total) ? 'Differs from the file' : null}
              onChange={({ currentTarget }) => onChange({ ...expected, [field]: currentTarget.value })}
            />
          )}
        </Table.Td>
      )}
    </Table.Tr>
  )
}
