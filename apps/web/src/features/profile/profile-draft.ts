import type { User } from '#contract/auth.ts'
import type { UserChange } from '#contract/users.ts'
import { checkName } from '../auth/field-checks.ts'

/** Values of the profile form; photo, theme and email address are saved separately. */
export interface ProfileDraft {
  readonly firstName: string
  readonly lastName: string
  /** null: the account's culture */
  readonly culture: string | null
}

export const toDraft = ({ firstName, lastName, culture }: User): ProfileDraft => ({ firstName, lastName, culture })

const trimmed = (draft: ProfileDraft): ProfileDraft => ({
  ...draft,
  firstName: draft.firstName.trim(),
  lastName: draft.lastName.trim(),
})

/** Equal for drafts that would be stored equally. */
export const serializeDraft = (draft: ProfileDraft): string => JSON.stringify(trimmed(draft))

export interface ProfileProblems {
  readonly firstName: string | null
  readonly lastName: string | null
}

export const fieldProblems = ({ firstName, lastName }: ProfileDraft): ProfileProblems => ({
  firstName: checkName(firstName),
  lastName: checkName(lastName),
})

/** Why the draft cannot be saved; null when it can. */
export const draftProblem = (draft: ProfileDraft): string | null => {
  const { firstName, lastName } = fieldProblems(draft)
  return firstName === null && lastName === null ? null : 'Enter your first and last name'
}

/** Only the changed fields, so that concurrent changes of others are preserved. */
export const toChange = (draft: ProfileDraft, stored: ProfileDraft): UserChange => {
  const { firstName, lastName, culture } = trimmed(draft)
  return {
    ...(firstName === stored.firstName ? {} : { firstName }),
    ...(lastName === stored.lastName ? {} : { lastName }),
    ...(culture === stored.culture ? {} : { culture }),
  }
}
