import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StockPromise } from '#contract/stock-promises.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { AskableNumber } from '#ui/number-action.tsx'
import { ScrollingTable } from '../insights/detail/exact-number.tsx'
import subject from '../subjects/subject.module.css'
import { type LedgerTotals, otherUnits } from './what-if.ts'

interface LineProps {
  readonly label: ReactNode
  readonly text: string
  /** the catalog's number that it is, and its name there; absent: it has no lineage */
  readonly measure?: readonly [columnId: string, name: string]
  readonly isSum?: boolean
}

const Line = ({ label, text, measure, isSum = false }: LineProps) => (
  <tr data-sum={isSum || undefined}>
    <th scope="row">{label}</th>
    <td data-numeric>
      {measure === undefined ? (
        text
      ) : (
        <AskableNumber coordinate={{ measure: measure[0], row: {} }} name={measure[1]}>
          {text}
        </AskableNumber>
      )}
    </td>
  </tr>
)

const Statement = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <p className={subject.note}>{title}</p>
    <ScrollingTable label={title}>
      <tbody>{children}</tbody>
    </ScrollingTable>
  </div>
)

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
  const write = (units: number | null | undefined): string => formats.value(units ?? 0, 'number')
  return (
    <Statement title="On hand to free to sell, in units">
      <Line label="On hand" text={write(totals.onHand)} measure={['onHand', 'On hand']} />
      <Line label="− Reserved for orders" text={write(totals.reserved)} measure={['reserved', 'Reserved']} />
      <Line label="− Allocated to clubs" text={write(totals.allocated)} measure={['allocated', 'Allocated']} />
      {Math.abs(other) < 0.001 ? null : <Line label="− Not for sale" text={write(other)} />}
      {promises.map((promise) => (
        <Line
          key={promise.key}
          label={<PromiseLabel {...{ promise, today, onRemove }} />}
          text={write(promise.units)}
        />
      ))}
      <Line label="Free to sell" text={write(totals.free)} measure={['free', 'Free to sell']} isSum />
    </Statement>
  )
}

interface PromiseLabelProps extends Pick<StatementProps, 'today' | 'onRemove'> {
  readonly promise: StockPromise
}

const PromiseLabel = ({ promise, today, onRemove }: PromiseLabelProps) => {
  const { name, dueDay } = promise
  const formats = useFormats()
  return (
    <>
      − {name}
      {dueDay !== null && (
        <span className={subject.note}>
          {dueDay < today ? ' was due ' : ' due '}
          {formats.day(dueDay, 'full')}
        </span>
      )}
      {onRemove !== null && (
        <ActionIcon size={28} ml={4} aria-label={`Remove the promise to ${name}`} onClick={() => onRemove(promise)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
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
export const PaceStatement = ({ totals }: { readonly totals: LedgerTotals }) => {
  const paces = [...CHANNELS.map(([columnId]) => columnId), 'pace'].map((columnId) => totals[columnId] ?? 0)
  const write = useFormats().column(paces, 'number')
  return (
    <Statement title="Pace per week, last 90 days">
      {CHANNELS.map(([columnId, label], index) => (
        <Line
          key={columnId}
          label={label}
          text={write(paces[index] ?? 0)}
          measure={[columnId, `Pace of ${label.toLowerCase()}`]}
        />
      ))}
      <Line label="Pace per week" text={write(totals.pace ?? 0)} measure={['pace', 'Pace per week']} isSum />
    </Statement>
  )
}
