import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StockPromise } from '#contract/stock-promises.ts'
import { roundRate } from '#domain/run-out.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { AskableNumber } from '#ui/number-action.tsx'
import { ScrollingTable } from '../insights/detail/exact-number.tsx'
import subject from '../subjects/subject.module.css'
import { type LedgerTotals, otherUnits } from './what-if.ts'

interface LineProps {
  readonly label: string
  readonly text: string
  readonly note?: string | null
  /** the catalog's number that it is, and its name there; absent: it has no lineage */
  readonly measure?: readonly [columnId: string, name: string]
  readonly isSum?: boolean
  /** what can be done with it */
  readonly children?: ReactNode
}

const Line = ({ label, text, note = null, measure, isSum = false, children }: LineProps) => (
  <tr data-sum={isSum || undefined}>
    <th scope="row">
      {label} {note && <span className={subject.note}>{note}</span>}
      {children}
    </th>
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
      <Line
        label="− Reserved for orders"
        note={totals.openUnits ? `${write(totals.openUnits)} on open orders in all` : null}
        text={write(totals.reserved)}
        measure={['reserved', 'Reserved']}
      />
      <Line label="− Allocated to clubs" text={write(totals.allocated)} measure={['allocated', 'Allocated']} />
      {Math.abs(other) < 0.001 ? null : <Line label="− Not for sale" text={write(other)} />}
      {promises.map((promise) => (
        <Line
          key={promise.key}
          label={`− Promised to ${promise.name}`}
          note={
            promise.dueDay && `${promise.dueDay < today ? 'was due' : 'due'} ${formats.day(promise.dueDay, 'full')}`
          }
          text={write(promise.units)}
        >
          {onRemove !== null && (
            <ActionIcon
              size={28}
              my={-6}
              style={{ verticalAlign: 'middle' }}
              aria-label={`Remove the promise to ${promise.name}`}
              onClick={() => onRemove(promise)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </Line>
      ))}
      <Line label="Free to sell" text={write(totals.free)} measure={['free', 'Free to sell']} isSum />
    </Statement>
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
  const paces = [...CHANNELS.map(([columnId]) => columnId), 'pace'].map((columnId) => roundRate(totals[columnId] ?? 0))
  const { column, value } = useFormats()
  const write = column(paces, 'number')
  const oneOff = totals.oneOffUnits ? `, without ${value(totals.oneOffUnits, 'number')} units of one-off orders` : ''
  return (
    <Statement title={`Pace per week, last 90 days${oneOff}`}>
      {CHANNELS.map(([columnId, label], index) => (
        <Line
          key={columnId}
          label={label}
          text={write(paces[index] ?? null)}
          measure={[columnId, `Pace of ${label.toLowerCase()}`]}
        />
      ))}
      <Line label="Pace per week" text={write(paces.at(-1) ?? null)} measure={['pace', 'Pace per week']} isSum />
    </Statement>
  )
}
