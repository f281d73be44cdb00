import { NumberInput } from '@mantine/core'
import { guestsProblem } from './tasting-draft.ts'

interface GuestsInputProps {
  /** what the product is called */
  readonly product: string
  /** null while nothing is typed */
  readonly count: number | null
  readonly onChange: (count: number | null) => void
}

/** How many guests a unit of a product stands for. */
export const GuestsInput = ({ product, count, onChange }: GuestsInputProps) => (
  <NumberInput
    aria-label={`Guests per unit of ${product}`}
    size="sm"
    maw={110}
    allowDecimal={false}
    allowNegative={false}
    maxLength={3}
    value={count ?? ''}
    error={guestsProblem(count)}
    onChange={(value) => onChange(value === '' ? null : Number(value))}
  />
)
