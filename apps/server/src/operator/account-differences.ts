import type pg from 'pg'
import { isSameTimeZone } from '#domain/locale.ts'
import type { StoredSettings } from '#warehouse/file-store.ts'

/** What the app database says of an account that its rows must agree with. */
export interface AccountSettings {
  readonly timeZone: string
  readonly visitRules: number
  readonly codeRules: number
  readonly services: readonly string[]
}

// As JSON, because the schema may be that of an earlier release.
const SETTINGS = `select a.id, a.time_zone as "timeZone",
    coalesce((to_jsonb(a) ->> 'visit_rules_version')::int, 0) as "visitRules",
    coalesce((to_jsonb(a) -> 'own_codes' ->> 'version')::int, 0) as "codeRules",
    array(select s.id from services s where s.account_id = a.id) as services
  from accounts a`

export const readAccountSettings = async (
  client: pg.Pool | pg.ClientBase,
): Promise<ReadonlyMap<number, AccountSettings>> => {
  const { rows } = await client.query<AccountSettings & { id: number }>(SETTINGS)
  return new Map(rows.map(({ id, ...settings }) => [id, settings]))
}

/** How an account's rows differ from its settings and services; the server makes them agree when it starts after a restore. */
export const accountDifferences = (
  stored: StoredSettings,
  settings: AccountSettings | undefined,
): readonly string[] => {
  if (!settings) return ['the database has no such account']
  const unknown = stored.services.filter((id) => !settings.services.includes(id))
  const rules = [
    ['visit rules', stored.visitRules, settings.visitRules],
    ['code rules', stored.codeRules, settings.codeRules],
  ] as const
  return [
    ...(stored.timeZone === null || isSameTimeZone(stored.timeZone, settings.timeZone)
      ? []
      : [`time zone ${stored.timeZone} instead of ${settings.timeZone}`]),
    ...unknown.map((id) => `rows of the unknown service ${id}`),
    // Rules are stored with the first rows.
    ...rules.flatMap(([name, version, expected]) =>
      version === expected || stored.services.length === 0 ? [] : [`${name} ${version} instead of ${expected}`],
    ),
  ]
}
