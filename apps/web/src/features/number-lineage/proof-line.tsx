import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Formats } from '#charts/value-format.ts'
import type { Lineage, Proof } from '#contract/reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './number-lineage.module.css'

interface ProofLineProps {
  readonly proof: Proof
  /** of the number */
  readonly format: Lineage['format']
  /** columnIds of the records */
  readonly columnIds: readonly string[]
}

type Nouns = readonly [one: string, many: string]

const RECORDS: Nouns = ['record', 'records']

/** Noun for a record, by a column that only such records have; the first match wins. */
const NOUNS: readonly (readonly [columnId: string, nouns: Nouns])[] = [
  ['lineId', ['order line', 'order lines']],
  ['holdStart', ['hold', 'holds']],
  ['reservationId', ['reservation', 'reservations']],
  ['membershipId', ['membership', 'memberships']],
  ['orderId', ['order', 'orders']],
  ['releaseId', ['release', 'releases']],
  ['customerId', ['customer', 'customers']],
  ['productId', ['product', 'products']],
]

const nounsOf = (columnIds: readonly string[]): Nouns =>
  NOUNS.find(([columnId]) => columnIds.includes(columnId))?.[1] ?? RECORDS

interface ProofReading {
  readonly format: string
  readonly columnIds: readonly string[]
  readonly formats: Formats
}

/** Nothing adds up to nothing, which proves no number. */
const isEmptyProof = ({ records, computed, matches }: Pick<Proof, 'records' | 'computed' | 'matches'>): boolean =>
  matches && (records === 0 || computed === null)

/** `214 orders add up to $57,515.00 — matches`, or what else proves the number. `columnIds`: those of the records. */
export const proofWords = (
  { records, computed, cell, matches, isSum }: Proof,
  { format, columnIds, formats }: ProofReading,
): string => {
  const [one, many] = nounsOf(columnIds)
  const counted = `${formats.value(records, 'integer')} ${records === 1 ? one : many}`
  if (isEmptyProof({ records, computed, matches }))
    return records === 0 ? 'No records' : `${counted}, none with a value`
  const sum = formats.value(computed, format)
  const proved = isSum
    ? `${counted} ${records === 1 ? 'adds' : 'add'} up to ${sum}`
    : `Recalculated from ${counted}: ${sum}`
  return matches ? `${proved} — matches` : `${proved}, but the number shown is ${formats.value(cell, format)}`
}

/** Whether the records add up to the number. */
export const ProofLine = ({ proof, format, columnIds }: ProofLineProps) => {
  const formats = useFormats()
  if (isEmptyProof(proof)) return <p className={classes.note}>{proofWords(proof, { format, columnIds, formats })}</p>
  const Mark = proof.matches ? IconCircleCheck : IconAlertTriangle
  return (
    <p className={classes.proof} data-matches={proof.matches} role={proof.matches ? 'status' : 'alert'}>
      <Mark size={18} aria-hidden />
      <span>{proofWords(proof, { format, columnIds, formats })}</span>
    </p>
  )
}
