import type pg from 'pg'
import type { AccountType } from '#domain/account-type.ts'
import type { PlanFacts } from '#domain/plan-state.ts'
import type { Role } from '#domain/role.ts'
import { readTogether } from '#server/db/read-together.ts'
import type { AccountSettings } from '#server/http/caller.ts'
import type { SessionTimes } from './session-life.ts'

/** A session with its user and account as they are now. */
interface SessionCaller extends SessionTimes, PlanFacts {
  readonly sessionId: string
  readonly accountId: number
  readonly userId: string
  readonly counter: number
  readonly email: string
  readonly roles: readonly Role[]
  readonly disabledAt: Date | null
  readonly accountType: AccountType
  readonly accountDeletedAt: Date | null
  readonly account: AccountSettings
}

type Row = Omit<SessionCaller, 'account'> & AccountSettings

// Every call of every user runs this: written out and named, so that it is built never and planned once a connection.
const SESSION_CALLERS = {
  name: 'session callers',
  text: `select s.id as "sessionId", s.account_id as "accountId", s.user_id as "userId", s.counter,
      s.created_at as "createdAt", s.last_refreshed_at as "refreshedAt", s.expires_at as "expiresAt",
      u.email, u.roles, u.disabled_at as "disabledAt",
      a.account_type as "accountType", a.is_trial as "isTrial", a.trial_expires_at as "trialExpiresAt",
      a.deleted_at as "accountDeletedAt",
      a.read_only_from as "readOnlyFrom", a.read_only_reason as "readOnlyReason",
      a.name, a.logo_url_large as "logoUrl", a.time_zone as "timeZone", a.currency, a.week_start as "weekStart",
      a.fiscal_year_start_month as "fiscalYearStartMonth", a.definitions,
      a.visit_rules_version as "visitRulesVersion"
    from sessions s
    join users u on u.account_id = s.account_id and u.id = s.user_id
    join accounts a on a.id = s.account_id
    where s.id = any($1)`,
}

const presented = (row: Row): SessionCaller => {
  const { name, logoUrl, timeZone, currency, weekStart, fiscalYearStartMonth, definitions, visitRulesVersion } = row
  const account = {
    name,
    logoUrl,
    timeZone,
    currency,
    weekStart,
    fiscalYearStartMonth,
    definitions,
    visitRulesVersion,
  }
  return { ...row, account }
}

/** Finds who a session belongs to, by its id. A token names its session and nothing else, so no account narrows this. */
export const sessionCallers = (pool: pg.Pool): ((sessionId: string) => Promise<SessionCaller | undefined>) =>
  readTogether(async (ids: readonly string[]) => {
    const { rows } = await pool.query<Row>({ ...SESSION_CALLERS, values: [ids] })
    return new Map(rows.map((row) => [row.sessionId, presented(row)]))
  })
