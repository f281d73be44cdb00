import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Formats } from '#charts/value-format.ts'
import type { Passport, Proof } from '#contract/reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './number-passport.module.css'

interface ProofLineProps {
  readonly proof: Proof
  /** of the number */
  readonly format: Passport['format']
}

/** `214 records add up to $57,515.00 — matches`. */
export const proofWords = ({ records, computed, cell, matches }: Proof, format: string, formats: Formats): string => {
  const count = `${formats.value(records, 'integer')} ${records === 1 ? 'record adds' : 'records add'} up to`
  const sum = formats.value(computed, format)
  return matches
    ? `${count} ${sum} — matches`
    : `${count} ${sum}, but the number shown is ${formats.value(cell, format)}`
}

/** Whether the records give the number, said plainly. */
export const ProofLine = ({ proof, format }: ProofLineProps) => {
  const formats = useFormats()
  const Mark = proof.matches ? IconCircleCheck : IconAlertTriangle
  return (
    <p className={classes.proof} data-matches={proof.matches} role={proof.matches ? 'status' : 'alert'}>
      <Mark size={18} aria-hidden />
      <span>{proofWords(proof, format, formats)}</span>
    </p>
  )
}
