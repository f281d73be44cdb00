import { IconAlertTriangle } from '@tabler/icons-react'
import type { Formats } from '#charts/value-format.ts'
import type { Bridge, Lineage } from '#contract/reports.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { lowerFirst, upperFirst } from '#domain/text.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './number-lineage.module.css'

type Step = Bridge['steps'][number]

type Nouns = readonly [one: string, many: string]

const NOUNS: Readonly<Record<string, Nouns>> = lookupTable({
  Orders: ['order', 'orders'],
  OrderLines: ['order line', 'order lines'],
  Products: ['product', 'products'],
  Customers: ['customer', 'customers'],
  CustomerMonths: ['month of a customer', 'months of customers'],
  Inventory: ['inventory record', 'inventory records'],
  Memberships: ['membership', 'memberships'],
  MembershipMonths: ['month of a membership', 'months of memberships'],
  MembershipHolds: ['hold', 'holds'],
  ClubReleases: ['release', 'releases'],
  ReleaseMembers: ['release member', 'release members'],
  Reservations: ['reservation', 'reservations'],
  SegmentMembers: ['stay in a segment', 'stays in segments'],
})

const RECORDS: Nouns = ['record', 'records']

/** `2,146 orders + 65 refunds = 2,211 records`, or `65 refunds` where there is nothing else. */
export const recordsText = ({ records, refunds }: Step, reportType: string, formats: Formats): string => {
  const named = (count: number, [one, many]: Nouns) => `${formats.value(count, 'integer')} ${count === 1 ? one : many}`
  const nouns = NOUNS[reportType] ?? RECORDS
  if (refunds === null || refunds === 0) return named(records, nouns)
  const isOrders = reportType === 'Orders'
  const refundNouns: Nouns = isOrders ? ['refund', 'refunds'] : ['refund line', 'refund lines']
  if (refunds === records) return named(refunds, refundNouns)
  return `${named(records - refunds, nouns)} + ${named(refunds, refundNouns)} = ${named(records, RECORDS)}`
}

/** A bridge that leaves nothing out is one step: its first and last are the same. */
export const shownSteps = (steps: Bridge['steps']): Bridge['steps'] => {
  const [all, figure, ...others] = steps
  const isOne =
    figure?.kind === 'figure' &&
    others.length === 0 &&
    all?.records === figure.records &&
    all.refunds === figure.refunds &&
    all.amount === figure.amount
  return isOne ? [figure] : steps
}

const ALL = 'all records for these dates and filters'

export const stepTitle = ({ kind, label }: Step, figure: string, isOnly: boolean): string => {
  if (kind === 'all') return upperFirst(ALL)
  if (kind === 'figure') return isOnly ? `${figure}: ${ALL}` : figure
  return kind === 'minus' ? `Minus ${lowerFirst(label)}` : label
}

/** What a step does to the amount. */
const shownAmount = ({ kind, amount }: Step): number | null => (kind === 'minus' && amount !== null ? -amount : amount)

/** What unrounded lines would add up to. */
export const roundingText = (
  { rounding, steps }: Bridge,
  format: Lineage['format'],
  formats: Formats,
): string | null => {
  const figure = steps.at(-1)?.amount ?? null
  if (rounding === null || figure === null) return null
  const sign = rounding > 0 ? '+' : '−'
  const difference = formats.value(Math.abs(rounding), format)
  return `Each line is rounded to the cent. Unrounded, the total would be ${formats.value(figure + rounding, format)} (${sign}${difference}).`
}

/** From all records in the range to the figure, with a count and an amount for each step. */
export const BridgeSteps = ({ bridge, lineage }: { bridge: Bridge; lineage: Lineage }) => {
  const formats = useFormats()
  const [part] = lineage.formula.parts
  const format = part?.format ?? lineage.format
  const name = part?.name ?? lineage.label
  const [all] = bridge.steps
  if (all === undefined || all.records === 0) return <p className={classes.note}>No records</p>
  const hasAmounts = bridge.steps.some(({ amount }) => amount !== null)
  const rounding = roundingText(bridge, format, formats)
  const steps = shownSteps(bridge.steps)
  return (
    <section aria-label="Steps" className={classes.records}>
      <table className={classes.steps}>
        <tbody>
          {steps.map((step) => (
            <tr key={`${step.kind} ${step.label}`} data-kind={step.kind}>
              <th scope="row">{stepTitle(step, name, steps.length === 1)}</th>
              <td>{recordsText(step, bridge.reportType, formats)}</td>
              {hasAmounts ? <td>{step.amount === null ? '' : formats.value(shownAmount(step), format)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {rounding === null ? null : <p className={classes.note}>{rounding}</p>}
      {bridge.matches === false ? (
        <p className={classes.proof} data-matches={false} role="alert">
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            The steps lead to {formats.value(bridge.steps.at(-1)?.amount ?? null, format)}, but the number shown is{' '}
            {formats.value(part?.value ?? lineage.value, format)}.
          </span>
        </p>
      ) : null}
    </section>
  )
}
