import { failFields } from '#contract/errors.ts'
import type { NotificationPreference, NotificationPreferences } from '#contract/notifications.ts'
import { kindInfo, NOTIFICATION_KIND_IDS } from '#domain/notification-kind.ts'
import { isPermitted } from '#domain/permission.ts'
import type { Deps } from '#server/container.ts'
import type { Caller } from '#server/http/caller.ts'
import { readPreferences, writePreferences } from './preferences.repo.ts'
import { refusedChoice, waysOf } from './ways.policy.ts'

/** How each kind that the caller's roles are told of reaches them. */
export const preferencesOf = async (deps: Pick<Deps, 'db'>, caller: Caller): Promise<NotificationPreferences> => {
  const chosen = await readPreferences(deps.db, caller)
  const kinds = NOTIFICATION_KIND_IDS.filter((kind) => isPermitted(caller.roles, kindInfo(kind).audience))
  return {
    address: caller.email,
    preferences: kinds.map((kind) => ({ kind, ...waysOf(kind, chosen.get(kind)) })),
  }
}

/** Keeps choices; of a kind that is named twice the last one. Errors: `request.invalid` for what a kind does not allow. */
export const savePreferences = async (
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  given: readonly NotificationPreference[],
): Promise<NotificationPreferences> => {
  const problems = given.flatMap(({ kind, ...ways }, place) => {
    const message = refusedChoice(kind, ways)
    return message === null ? [] : [{ field: `preferences.${place}`, message }]
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
  const last = new Map(given.map((preference) => [preference.kind, preference]))
  await writePreferences(deps.db, caller, [...last.values()])
  return preferencesOf(deps, caller)
}
