import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import classes from './password-checklist.module.css'
import { PASSWORD_CHECKS, strangeCharacter } from './password-checks.ts'

/** The password rule, ticked off while a password is typed. */
export const PasswordChecklist = ({ password }: { password: string }) => {
  const strange = strangeCharacter(password)
  return (
    <ul className={classes.list} aria-label="Password requirements">
      {PASSWORD_CHECKS.map(({ label, isMet }) => (
        <Check key={label} label={label} isMet={isMet(password)} />
      ))}
      {strange !== null && (
        <li className={classes.check} data-bad>
          <IconAlertCircle size={16} aria-hidden />
          <span role="alert">
            {strange === ' ' ? 'Spaces aren’t allowed' : `“${strange}” isn’t allowed`}. Use only the letters A to Z,
            numbers, and the special characters above.
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
