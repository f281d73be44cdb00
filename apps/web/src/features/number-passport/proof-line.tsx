import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Formats } from '#charts/value-format.ts'
import type { Passport, Proof } from '#contract/reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './number-passport.module.css'

interface ProofLineProps {
  readonly proof: Proof
  /** of the number */
  readonly format: Passport['format']
  /** columnId of the first column of the records, which names them */
  readonly recordKey: string
}

type Nouns = readonly [one: string, many: string]

const RECORDS: Nouns = ['record', 'records']

/** What a record is, by the column that names it. */
const NOUNS: Readonly<Record<string, Nouns>> = {
  orderId: ['order', 'orders'],
  lineId: ['order line', 'order lines'],
  customerId: ['customer', 'customers'],
  productId: ['product', 'products'],
  membershipId: ['membership', 'memberships'],
  reservationId: ['reservation', 'reservations'],
  releaseId: ['release', 'releases'],
}

/** `214 orders add up to $57,515.00 — matches`. `recordKey`: the columnId that names a record. */
export const proofWords = (
  { records, computed, cell, matches }: Proof,
  { format, recordKey, formats }: { readonly format: string; readonly recordKey: string; readonly formats: Formats },
): string => {
  const [one, many] = NOUNS[recordKey] ?? RECORDS
  const count = `${formats.value(records, 'integer')} ${records === 1 ? `${one} adds` : `${many} add`} up to`
  const sum = formats.value(computed, format)
  return matches
    ? `${count} ${sum} — matches`
    : `${count} ${sum}, but the number shown is ${formats.value(cell, format)}`
}

/** Whether the records give the number, said plainly. */
export const ProofLine = ({ proof, format, recordKey }: ProofLineProps) => {
  const formats = useFormats()
  const Mark = proof.matches ? IconCircleCheck : IconAlertTriangle
  return (
    <p className={classes.proof} data-matches={proof.matches} role={proof.matches ? 'status' : 'alert'}>
      <Mark size={18} aria-hidden />
      <span>{proofWords(proof, { format, recordKey, formats })}</span>
    </p>
  )
}
