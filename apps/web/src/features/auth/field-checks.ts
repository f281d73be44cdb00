import { confirmedRule, emailRule, maxLengthRule, passwordRule, requiredRule } from '#domain/field-rules.ts'

type Check = (value: string) => string | null

/** The first message among `rules`, in their order. */
const firstOf =
  (...rules: readonly Check[]): Check =>
  (value) => {
    for (const rule of rules) {
      const message = rule(value)
      if (message !== null) return message
    }
    return null
  }

const trimmed =
  (rule: Check): Check =>
  (value) =>
    rule(value.trim())

export const checkRequired = trimmed(requiredRule)
export const checkName = trimmed(firstOf(requiredRule, maxLengthRule(100)))
export const checkEmail = trimmed(firstOf(requiredRule, emailRule))
/** For a password being chosen; on sign-in it is only required. */
export const checkNewPassword = firstOf(requiredRule, passwordRule, maxLengthRule(128))
/** The confirmation of the form's field `password`. */
export const checkConfirmation = (value: string, { password }: { readonly password: string }): string | null =>
  firstOf(requiredRule, confirmedRule(password))(value)

/** The confirmation of the form's field `newPassword`. */
export const checkNewConfirmation = (value: string, { newPassword }: { readonly newPassword: string }): string | null =>
  checkConfirmation(value, { password: newPassword })
