import { PasswordInput, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './password-checklist.module.css'

interface PasswordCheck {
  readonly label: string
  readonly isMet: (password: string) => boolean
}

/** The parts of the password rule; a valid password meets all of them. */
export const PASSWORD_CHECKS: readonly PasswordCheck[] = [
  { label: 'At least 8 characters', isMet: (password) => password.length >= 8 },
  { label: 'A letter', isMet: (password) => /[A-Za-z]/.test(password) },
  { label: 'A number', isMet: (password) => /\d/.test(password) },
  { label: 'A special character: @ $ ! % * # ? &', isMet: (password) => /[@$!%*#?&]/.test(password) },
]

/** The first character that the password rule does not allow; null when there is none. */
export const findDisallowedCharacter = (password: string): string | null =>
  /[^A-Za-z\d@$!%*#?&]/u.exec(password)?.[0] ?? null

/** The password requirements, checked off while typing. */
const PasswordChecklist = ({ password }: { password: string }) => {
  const disallowed = findDisallowedCharacter(password)
  return (
    <ul className={`bare-list ${classes.list}`} aria-label="Password requirements">
      {PASSWORD_CHECKS.map(({ label, isMet }) => (
        <Check key={label} label={label} isMet={isMet(password)} />
      ))}
      {disallowed !== null && (
        <li className={classes.check} data-bad>
          <IconAlertCircle size={16} aria-hidden />
          <span role="alert">
            {disallowed === ' ' ? 'Spaces aren’t allowed' : `“${disallowed}” isn’t allowed`}. Use only the letters A to
            Z, numbers, and the special characters above.
          </span>
        </li>
      )}
    </ul>
  )
}

const Check = ({ label, isMet }: { label: string; isMet: boolean }) => {
  const Icon = isMet ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.check} data-met={isMet || undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {label}
        <VisuallyHidden>{isMet ? ': met' : ': missing'}</VisuallyHidden>
      </span>
    </li>
  )
}

interface FieldProps {
  readonly value?: string
  readonly error?: ReactNode
}

interface NewPasswordFieldsProps {
  readonly label: string
  readonly repeatLabel: string
  /** current value of the first field */
  readonly password: string
  /** input props from the form */
  readonly fieldProps: FieldProps
  readonly repeatProps: FieldProps
}

/** Fields for a new password and its confirmation, with a checklist of the requirements. */
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
