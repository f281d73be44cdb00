import { Table } from '@mantine/core'
import { MISSING } from '#charts/value-format.ts'
import type { ReleasePlan } from '#contract/release-plans.ts'
import { formatCode } from '#domain/code-labels.ts'
import { isWithin, type ReleaseLine } from '#domain/release-lines.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { PageLink, Section } from '../insights/detail/exact-number.tsx'
import classes from './release-plan.module.css'
import { type ReleaseTask, rangeText, type StockBySku } from './release-tasks.ts'

const LINES: Readonly<Record<ReleaseLine, string>> = {
  processed: 'Members charged',
  skipped: 'Skipped',
  onHold: 'On hold',
  declined: 'Card declined',
  bottles: 'Bottles',
  netSales: 'Net sales',
}

const formatOf = (line: ReleaseLine): string => (line === 'netSales' ? 'currency' : 'integer')

/** What to do before the release runs. */
export const TaskList = ({
  tasks,
  hasWines,
}: {
  readonly tasks: readonly ReleaseTask[]
  readonly hasWines: boolean
}) => (
  <Section title="Do first">
    <ul className={`plain-list ${classes.tasks}`}>
      {hasWines ? null : <li>Choose the wines below to compare them with your stock</li>}
      {tasks.map(({ id, text, isUrgent, address }) => (
        <li key={id} data-urgent={isUrgent || undefined}>
          {address === null ? text : <PageLink address={address}>{text}</PageLink>}
        </li>
      ))}
      {hasWines && tasks.length === 0 ? <li>Nothing: stock covers every wine, and no card was declined</li> : null}
    </ul>
  </Section>
)

/** Each line with its range, compared with the release before. */
export const ExpectedLines = ({ plan }: { readonly plan: ReleasePlan }) => {
  const formats = useFormats()
  return (
    <Section title="What to expect">
      <ScrollTable
        label="What to expect"
        minWidth={520}
        hasCards
        columns={['', right('Expected'), right('80% range'), right('Last release'), right('Past ranges that held')]}
      >
        {plan.lines.map(({ line, expected, previous, record }) => {
          const format = formatOf(line)
          return (
            <Table.Tr key={line}>
              <Table.Td>{LINES[line]}</Table.Td>
              <Table.Td ta="right">
                <strong>{expected === null ? MISSING : formats.figure(expected.expected, format)}</strong>
              </Table.Td>
              <Table.Td ta="right">{expected === null ? MISSING : rangeText(expected, format, formats)}</Table.Td>
              <Table.Td ta="right">{formats.figure(previous, format)}</Table.Td>
              <Table.Td ta="right">{record.of === 0 ? MISSING : `${record.within} of ${record.of}`}</Table.Td>
            </Table.Tr>
          )
        })}
      </ScrollTable>
    </Section>
  )
}

const MOST_PLACES = 12

/** Where the orders go. */
export const Deliveries = ({ deliveries }: Pick<ReleasePlan, 'deliveries'>) => {
  const formats = useFormats()
  if (deliveries.length === 0) return null
  const shown = deliveries.slice(0, MOST_PLACES)
  const others = deliveries.slice(MOST_PLACES).reduce((sum, { orders }) => sum + orders, 0)
  const count = (orders: number): string => formats.value(Math.round(orders), 'integer')
  return (
    <Section title="Pickup and shipping">
      <p className={classes.note}>As the orders of the last release, for the members expected to be charged.</p>
      <ScrollTable label="Pickup and shipping" minWidth={320} columns={['Delivery', 'State', right('Orders')]}>
        {shown.map(({ deliveryMethod, state, orders }) => (
          <Table.Tr key={`${deliveryMethod} ${state}`}>
            <Table.Td>{deliveryMethod === null ? 'Not known' : formatCode('deliveryMethod', deliveryMethod)}</Table.Td>
            <Table.Td>{state ?? 'Not known'}</Table.Td>
            <Table.Td ta="right">{count(orders)}</Table.Td>
          </Table.Tr>
        ))}
        {others === 0 ? null : (
          <Table.Tr>
            <Table.Td>All others</Table.Td>
            <Table.Td />
            <Table.Td ta="right">{count(others)}</Table.Td>
          </Table.Tr>
        )}
      </ScrollTable>
    </Section>
  )
}

type PastPlan = ReleasePlan['past'][number]

interface PastPlansProps {
  readonly plans: readonly PastPlan[]
  readonly stock: StockBySku
}

/** What was planned, compared with what came. */
export const PastPlans = ({ plans, stock }: PastPlansProps) => {
  const formats = useFormats()
  if (plans.length === 0) return null
  const rowsOf = ({ lines, wines }: PastPlan) => [
    ...lines.map((one) => ({ ...one, key: one.line, name: LINES[one.line], format: formatOf(one.line) })),
    ...wines.map((one) => ({
      ...one,
      key: `wine ${one.sku}`,
      name: stock.get(one.sku)?.title ?? one.sku,
      format: 'integer',
    })),
  ]
  return (
    <Section title="Planned and actual">
      {plans.map((plan) => (
        <div key={plan.id} className={classes.past}>
          <h3>
            {formats.day(plan.release?.day ?? plan.day, 'full')}
            {plan.release === null ? ': no release in the data yet' : ''}
          </h3>
          <ScrollTable
            label={`Planned and actual, ${formats.day(plan.day, 'full')}`}
            minWidth={460}
            hasCards
            columns={['', right('Planned'), right('80% range'), right('Actual'), '']}
          >
            {rowsOf(plan).map(({ key, name, format, planned, actual }) => (
              <Table.Tr key={key}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right">{planned === null ? MISSING : formats.figure(planned.expected, format)}</Table.Td>
                <Table.Td ta="right">{planned === null ? MISSING : rangeText(planned, format, formats)}</Table.Td>
                <Table.Td ta="right">{formats.figure(actual, format)}</Table.Td>
                <Table.Td>
                  {planned === null || actual === null ? '' : isWithin(actual, planned) ? 'In range' : 'Outside'}
                </Table.Td>
              </Table.Tr>
            ))}
          </ScrollTable>
        </div>
      ))}
    </Section>
  )
}
