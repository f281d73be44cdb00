import { Anchor, Box, Stack, Title } from '@mantine/core'
import type { ReleasePlan } from '#contract/release-plans.ts'
import { formatCode } from '#domain/code-labels.ts'
import { isWithin, type ReleaseLine } from '#domain/release-lines.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiNumber } from '#ui/kpi-number.tsx'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { useIsPhone } from '#web/app/toolbar.tsx'
import { PageLink, Section } from '../insights/detail/exact-number.tsx'
import subject from '../subjects/subject.module.css'
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

/** In the middle, where no bar covers it. */
const showField = (id: string): void => {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}

interface TaskListProps {
  readonly tasks: readonly ReleaseTask[]
  readonly hasWines: boolean
}

/** What to do before the release runs. */
export const TaskList = ({ tasks, hasWines }: TaskListProps) => (
  <Section title="Do first">
    <Box component="ul" className="plain-list" fz="sm">
      {hasWines ? null : <li>Choose the wines below to compare them with your stock</li>}
      {tasks.map(({ id, text, isUrgent, address }) => (
        <Box
          key={id}
          component="li"
          pl={12}
          style={{ borderLeft: `3px solid var(--cuvee-${isUrgent ? 'bad' : 'line'})` }}
        >
          {address.startsWith('#') ? (
            <Anchor component="button" inherit ta="left" underline="always" onClick={() => showField(address.slice(1))}>
              {text}
            </Anchor>
          ) : (
            <PageLink address={address}>{text}</PageLink>
          )}
        </Box>
      ))}
      {hasWines && tasks.length === 0 ? <li>Nothing: stock covers every wine, and no card was declined</li> : null}
    </Box>
  </Section>
)

/** Each line with its range, and the release before. */
export const ExpectedLines = ({ plan }: { readonly plan: ReleasePlan }) => {
  const formats = useFormats()
  const isPhone = useIsPhone()
  return (
    <Stack component="section" gap={8} aria-label="What to expect">
      <div className={subject.numbers}>
        {plan.lines.map(({ line, expected, previous, record: { within, of } }) => (
          <div key={line} className={subject.number}>
            <KpiNumber
              kpi={{
                ...{ metric: line, label: LINES[line], value: expected?.expected ?? null, previous },
                ...{ format: formatOf(line), goodDirection: 'neutral' },
              }}
              size={isPhone ? 'side' : 'hero'}
              comparedWith={null}
              note={rangeText(expected, formatOf(line), formats)}
            />
            <p className={subject.note}>
              Last time {formats.figure(previous, formatOf(line))}
              {of > 0 && ` · in range ${within} of ${of} times`}
            </p>
          </div>
        ))}
      </div>
      <p className={subject.note}>
        Ranges are made to hold for 8 of 10 releases. Bottles and net sales are as in past releases, whatever wines are
        chosen.
      </p>
    </Stack>
  )
}

const MOST_PLACES = 8
const UNKNOWN = 'Not known'

/** Where the orders go. */
export const Deliveries = ({ deliveries }: Pick<ReleasePlan, 'deliveries'>) => {
  const formats = useFormats()
  if (deliveries.length === 0) return null
  const others = deliveries.slice(MOST_PLACES).reduce((sum, { orders }) => sum + orders, 0)
  const count = (orders: number): string => formats.value(Math.round(orders), 'integer')
  const rows = deliveries.slice(0, MOST_PLACES).map(({ deliveryMethod, state, orders }) => ({
    key: `${deliveryMethod} ${state}`,
    cells: [
      deliveryMethod === null ? UNKNOWN : formatCode('deliveryMethod', deliveryMethod),
      state ?? UNKNOWN,
      count(orders),
    ],
  }))
  return (
    <Section title="Pickup and shipping">
      <p className={subject.note}>As the orders of the last release, for the members expected to be charged.</p>
      <ScrollTable
        label="Pickup and shipping"
        minWidth={0}
        maxWidth={560}
        columns={['Delivery', 'State', right('Orders')]}
        rows={others === 0 ? rows : [...rows, { key: 'others', cells: ['All others', '', count(others)] }]}
      />
    </Section>
  )
}

interface PastPlansProps {
  readonly plans: ReleasePlan['past']
  readonly stock: StockBySku
}

type PlannedLine = Pick<PastPlansProps['plans'][number]['wines'][number], 'planned' | 'actual'>

/** What was planned, compared with what came. */
export const PastPlans = ({ plans, stock }: PastPlansProps) => {
  const formats = useFormats()
  if (plans.length === 0) return null
  const rowOf = (key: string, name: string, format: string, { planned, actual }: PlannedLine) => ({
    key,
    cells: [
      name,
      formats.figure(planned?.expected, format),
      rangeText(planned, format, formats),
      formats.figure(actual, format),
      planned === null || actual === null ? '' : isWithin(actual, planned) ? 'In range' : 'Outside',
    ],
  })
  return (
    <Section title="Planned and actual">
      {plans.map(({ id, day, release, lines, wines }) => (
        <Stack key={id} gap={8}>
          <Title order={3}>
            {formats.day(release?.day ?? day, 'full')}
            {release === null ? ': no release in the data yet' : ''}
          </Title>
          <ScrollTable
            label={`Planned and actual, ${formats.day(day, 'full')}`}
            minWidth={460}
            hasCards
            columns={['', right('Planned'), right('80% range'), right('Actual'), 'Outcome']}
            rows={[
              ...lines.map((one) => rowOf(one.line, LINES[one.line], formatOf(one.line), one)),
              ...wines.map((one) => rowOf(`wine ${one.sku}`, stock.get(one.sku)?.title ?? one.sku, 'integer', one)),
            ]}
          />
        </Stack>
      ))}
    </Section>
  )
}
