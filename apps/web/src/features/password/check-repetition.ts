import { checkConfirmation } from '../auth/field-checks.ts'

/** The repetition of a password in the form's field `newPassword`. */
export const checkRepetition = (value: string, { newPassword }: { readonly newPassword: string }): string | null =>
  checkConfirmation(value, { password: newPassword })
