import { passwordRule } from '#domain/field-rules.ts'

export interface PasswordCheck {
  readonly label: string
  readonly isMet: (password: string) => boolean
}

/** The password rule in parts, each of which somebody can tick off while typing. All are met by what the rule lets pass. */
export const PASSWORD_CHECKS: readonly PasswordCheck[] = [
  { label: 'At least 8 characters', isMet: (password) => password.length >= 8 },
  { label: 'A letter', isMet: (password) => /[A-Za-z]/.test(password) },
  { label: 'A number', isMet: (password) => /\d/.test(password) },
  { label: 'A special character: @ $ ! % * # ? &', isMet: (password) => /[@$!%*#?&]/.test(password) },
]

/** A character that the rule does not know; null when there is none. */
export const strangeCharacter = (password: string): string | null => /[^A-Za-z\d@$!%*#?&]/u.exec(password)?.[0] ?? null

export const isGoodPassword = (password: string): boolean => passwordRule(password) === null
