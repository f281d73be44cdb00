import { kindInfo, type NotificationKind } from '#domain/notification-kind.ts'

/** How a notification reaches a user. */
export interface Ways {
  readonly inApp: boolean
  readonly email: boolean
}

/** What a user chose, as far as the kind leaves a choice; without one as the kind says. */
export const waysOf = (kind: NotificationKind, chosen: Ways | undefined): Ways => {
  const { inApp, email, canBeMuted } = kindInfo(kind)
  if (!canBeMuted || !chosen) return { inApp, email: email ?? false }
  return { inApp: chosen.inApp, email: email === null ? false : chosen.email }
}

/** What of a choice the kind does not allow; null when it allows all. */
export const refusedChoice = (kind: NotificationKind, chosen: Ways): string | null => {
  const { title, canBeMuted, inApp, email } = kindInfo(kind)
  if (email === null && chosen.email) return `"${title}" is not mailed`
  if (!canBeMuted && (chosen.inApp !== inApp || chosen.email !== (email ?? false)))
    return `"${title}" cannot be turned off`
  return null
}
