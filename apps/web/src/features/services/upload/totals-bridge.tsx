import { Table } from '@mantine/core'
import type { ImportCheck } from '#contract/imports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { right, ScrollTable } from '#web/app/listing.tsx'

type Bridge = ImportCheck['bridges'][number]

const MEASURES: Readonly<Record<Bridge['measure'], string>> = { netSales: 'Net sales', total: 'Total paid' }

const unexplainedBridges = ({ bridges }: ImportCheck): Bridge[] =>
  bridges.filter(({ unexplained }) => unexplained !== 0)

/** What identifies the differences of a check that nothing explains; null: all is explained. */
export const unexplainedKey = (check: ImportCheck): string | null => {
  const open = unexplainedBridges(check).map(({ measure, unexplained }) => `${measure} ${unexplained}`)
  return open.length === 0 ? null : open.join(', ')
}

/** How the amounts in the file become the totals of the import, so that each difference has a reason. */
export const TotalsBridges = ({ check }: { check: ImportCheck }) => (
  <>
    {check.bridges.map((bridge) => (
      <BridgeTable key={bridge.measure} bridge={bridge} />
    ))}
  </>
)

const BridgeTable = ({ bridge: { measure, columns, written, steps, result, unexplained } }: { bridge: Bridge }) => {
  const formats = useFormats()
  const name = MEASURES[measure]
  const title = `From the file to ${name.toLowerCase()}`
  return (
    <ScrollTable label={title} minWidth={240} columns={[title, right('Amount')]} maxWidth={560}>
      <BridgeRow text={`${columns.join(' × ')} in the file, all rows`} amount={formats.value(written, 'currency')} />
      {steps.map(({ text, amount }) => (
        <BridgeRow key={text} text={text} amount={formats.value(amount, 'currency')} />
      ))}
      {unexplained !== 0 && <BridgeRow text="Not explained" amount={formats.value(unexplained, 'currency')} isOpen />}
      <BridgeRow text={name} amount={formats.value(result, 'currency')} isResult />
    </ScrollTable>
  )
}

interface BridgeRowProps {
  readonly text: string
  readonly amount: string
  readonly isResult?: boolean
  readonly isOpen?: boolean
}

const BridgeRow = ({ text, amount, isResult = false, isOpen = false }: BridgeRowProps) => {
  const style = { fw: isResult || isOpen ? 600 : 400, ...(isOpen ? { c: 'var(--mantine-color-error)' } : {}) }
  return (
    <Table.Tr>
      <Table.Th {...style}>{text}</Table.Th>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }} {...style}>
        {amount}
      </Table.Td>
    </Table.Tr>
  )
}

/** The measures whose totals nothing explains, as sentences. */
export const unexplainedText = (check: ImportCheck): string =>
  unexplainedBridges(check)
    .map(({ measure, columns }) => `“${columns.join(' × ')}” doesn’t add up to ${MEASURES[measure]}.`)
    .join(' ')
