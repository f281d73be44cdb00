import { PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { PasswordChecklist } from './password-checklist.tsx'

interface FieldProps {
  readonly value?: string
  readonly error?: ReactNode
}

interface NewPasswordFieldsProps {
  readonly label: string
  readonly repeatLabel: string
  /** what stands in the first field now */
  readonly password: string
  /** what the form gives its fields */
  readonly fieldProps: FieldProps
  readonly repeatProps: FieldProps
}

/** A password that is being chosen, its rule, and its repetition. */
export const NewPasswordFields = ({
  label,
  repeatLabel,
  password,
  fieldProps,
  repeatProps,
}: NewPasswordFieldsProps) => (
  <>
    <PasswordInput label={label} autoComplete="new-password" maxLength={128} required {...fieldProps} />
    <PasswordChecklist password={password} />
    <PasswordInput label={repeatLabel} autoComplete="new-password" maxLength={128} required {...repeatProps} />
  </>
)
