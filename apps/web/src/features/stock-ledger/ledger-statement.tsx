import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StockPromise } from '#contract/stock-promises.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { AskableNumber } from '#ui/number-action.tsx'
import classes from './stock-ledger.module.css'
import { type LedgerTotals, otherUnits } from './what-if.ts'

interface LineProps {
  readonly label: ReactNode
  readonly value: number
  /** the catalog's number that it is, and its name there; absent: it has no lineage */
  readonly measure?: readonly [columnId: string, name: string]
  readonly isSum?: boolean
  readonly tools?: ReactNode
}

const Line = ({ label, value, measure, isSum = false, tools }: LineProps) => {
  const text = useFormats().value(value, 'number')
  return (
    <tr data-sum={isSum || undefined}>
      <th scope="row">{label}</th>
      <td>
        {measure === undefined ? (
          text
        ) : (
          <AskableNumber coordinate={{ measure: measure[0], row: {} }} name={measure[1]}>
            {text}
          </AskableNumber>
        )}
      </td>
      <td className={classes.tools}>{tools}</td>
    </tr>
  )
}

interface StatementProps {
  readonly totals: LedgerTotals
  readonly promises: readonly StockPromise[]
  /** the account's local day */
  readonly today: string
  /** null: the reader may not remove promises */
  readonly onRemove: ((promise: StockPromise) => void) | null
}

/** From what is on hand to what is free to sell. */
export const StockStatement = ({ totals, promises, today, onRemove }: StatementProps) => {
  const formats = useFormats()
  const other = otherUnits(totals)
  return (
    <table className={classes.statement}>
      <caption>On hand to free to sell, in units</caption>
      <tbody>
        <Line label="On hand" value={totals.onHand ?? 0} measure={['onHand', 'On hand']} />
        <Line label="− Reserved for orders" value={totals.reserved ?? 0} measure={['reserved', 'Reserved']} />
        <Line label="− Allocated to clubs" value={totals.allocated ?? 0} measure={['allocated', 'Allocated']} />
        {Math.abs(other) < 0.001 ? null : <Line label="− Not for sale" value={other} />}
        {promises.map((promise) => (
          <Line
            key={promise.key}
            label={
              <>
                − {promise.name}
                {promise.dueDay === null ? null : (
                  <span className={classes.note}>
                    {promise.dueDay < today ? ' was due ' : ' due '}
                    {formats.day(promise.dueDay, 'full')}
                  </span>
                )}
              </>
            }
            value={promise.units}
            tools={
              onRemove === null ? null : (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={`Remove the promise to ${promise.name}`}
                  onClick={() => onRemove(promise)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              )
            }
          />
        ))}
        <Line label="Free to sell" value={totals.free ?? 0} measure={['free', 'Free to sell']} isSum />
      </tbody>
    </table>
  )
}

const CHANNELS = [
  ['pacePos', 'Tasting room'],
  ['paceWeb', 'Web'],
  ['paceClub', 'Club'],
  ['paceWholesale', 'Wholesale'],
  ['paceOther', 'Other channels'],
] as const

/** What sells in a week, by channel. */
export const PaceStatement = ({ totals }: { readonly totals: LedgerTotals }) => (
  <table className={classes.statement}>
    <caption>Pace per week, last 90 days</caption>
    <tbody>
      {CHANNELS.map(([columnId, label]) => (
        <Line key={columnId} label={label} value={totals[columnId] ?? 0} measure={[columnId, `${label} pace`]} />
      ))}
      <Line label="Pace per week" value={totals.pace ?? 0} measure={['pace', 'Pace per week']} isSum />
    </tbody>
  </table>
)
