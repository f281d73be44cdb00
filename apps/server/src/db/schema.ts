import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { WidgetEntry } from '#contract/dashboards.ts'
import type { Goal } from '#contract/insights.ts'
import type { ExportFormat, ReportDefinition } from '#contract/reports.ts'
import type { ScheduleInput } from '#contract/saved-reports.ts'
import type { FileProblem, Run } from '#contract/services.ts'
import type { AccountType, BillingSource } from '#domain/account-type.ts'
import type { DigestCadence, Sensitivity, ShareablePart } from '#domain/insight-settings.ts'
import type { NotificationKind } from '#domain/notification-kind.ts'
import type { ReadOnlyReason } from '#domain/plan-state.ts'
import type { Role } from '#domain/role.ts'
import type { InsightKind } from '#insights/registry.ts'
import type { VisitRules } from '#warehouse/engine.ts'
import type { InsightFacts, RephrasedTemplates } from './stored-insight.ts'

type Timestamp = ColumnType<Date, Date, Date>
type CreatedAt = ColumnType<Date, Date, never>
/** written as JSON text, read as the value; JSON columns with a default may be left out of an insert */
type Json<T extends object> = JSONColumnType<T>
type JsonWithDefault<T extends object> = ColumnType<T, string | undefined, string>

interface AccountTable {
  id: GeneratedAlways<number>
  name: string
  account_type: AccountType
  billing_source: Generated<BillingSource>
  is_trial: boolean
  trial_expires_at: Timestamp | null
  default_culture: string
  culture: string
  logo_url_large: string | null
  logo_url_small: string | null
  /** IANA name */
  time_zone: string
  /** ISO 4217 */
  currency: string
  week_start: Generated<'monday' | 'sunday' | 'saturday'>
  /** 1 to 12 */
  fiscal_year_start_month: Generated<number>
  definitions: JsonWithDefault<Record<string, string>>
  /** values of settings without a column, by id */
  settings: JsonWithDefault<Record<string, unknown>>
  /** raised with each change of `visit_rules` */
  visit_rules_version: Generated<number>
  /** rows that have moved to another time zone, of all that have to; only says something while they do */
  rebuild_done: Generated<number>
  rebuild_total: Generated<number>
  location: JsonWithDefault<Record<string, string | null>>
  created_at: CreatedAt
  /** everything goes 30 days later, unless it is restored */
  deleted_at: Timestamp | null
  /** since when, or from when on, nothing can be changed, when the plan is not paid or has ended */
  read_only_from: Timestamp | null
  read_only_reason: ReadOnlyReason | null
}

interface UserTable {
  id: string
  account_id: number
  /** lower case; unique over all accounts */
  email: string
  first_name: string
  last_name: string
  /** null until a first password is chosen */
  password_hash: string | null
  email_verified: Generated<boolean>
  roles: Role[]
  theme: Generated<'light' | 'dark'>
  /** null: the account's culture */
  culture: string | null
  photo_url_large: string | null
  photo_url_small: string | null
  last_login_at: Timestamp | null
  disabled_at: Timestamp | null
  created_at: CreatedAt
}

interface SessionTable {
  id: string
  account_id: number
  user_id: string
  /** raised by each rotation; nothing that could be replayed is stored */
  counter: number
  created_at: CreatedAt
  last_refreshed_at: Timestamp
  /** the absolute end, however often it is refreshed */
  expires_at: Timestamp
  ip: string | null
  user_agent: string | null
}

interface OneTimeTokenTable {
  id: string
  account_id: number
  user_id: string
  kind: 'reset' | 'verify' | 'change'
  /** SHA-256 of the mailed token, hex */
  token_hash: string
  /** the address that it proves, lower case; null: the user's own */
  email: string | null
  expires_at: Timestamp
  used_at: Timestamp | null
  created_at: CreatedAt
}

interface InvitationTable {
  id: string
  account_id: number
  /** lower case; one open invitation an address and account */
  email: string
  roles: Role[]
  /** null: whoever it was has been deleted */
  invited_by: string | null
  invited_by_name: string
  /** SHA-256 of the token mailed last, hex */
  token_hash: string
  created_at: CreatedAt
  sent_at: Timestamp
  expires_at: Timestamp
  accepted_at: Timestamp | null
  revoked_at: Timestamp | null
}

interface RateLimitTable {
  /** the limit and whom it counts, such as `sign-in:17:203.0.113.9` */
  bucket: string
  window_start: Timestamp
  hits: number
}

interface IdempotencyKeyTable {
  account_id: number
  user_id: string
  key: string
  /** SHA-256 of method, path and body, hex */
  request_hash: string
  /** null while the first request is still running */
  status: number | null
  body: string | null
  created_at: CreatedAt
}

interface AuditLogTable {
  id: GeneratedAlways<number>
  account_id: number | null
  user_id: string | null
  action: string
  /** what it was done to, such as `dashboard:default` */
  target: string | null
  details: JsonWithDefault<Record<string, unknown>>
  ip: string | null
  request_id: string | null
  at: CreatedAt
}

interface OutboxMailTable {
  id: string
  account_id: number | null
  to_address: string
  subject: string
  text: string
  html: string
  attempts: Generated<number>
  next_attempt_at: Timestamp
  sent_at: Timestamp | null
  failed_at: Timestamp | null
  last_error: string | null
  file_id: string | null
  created_at: CreatedAt
}

/** A file beside a mail; kept as long as a mail that carries it waits. */
interface OutboxFileTable {
  id: string
  account_id: number | null
  name: string
  content_type: string
  content: Buffer
  created_at: CreatedAt
}

interface ReportScheduleTable {
  id: string
  account_id: number
  report_id: string
  /** who made it: the report is read with this user's rights */
  user_id: string
  cadence: ScheduleInput['cadence']
  weekday: number
  day: number
  hour: number
  /** addresses in lower case */
  recipients: Json<string[]>
  attachment: ExportFormat | null
  next_due_at: Timestamp
  last_sent_at: Timestamp | null
  /** the mail that says that the trial is over has been sent */
  told_of_trial: Generated<boolean>
  created_at: CreatedAt
}

interface DashboardTable {
  id: string
  account_id: number
  user_id: string
  slug: string
  name: string
  description: string | null
  is_public: Generated<boolean>
  is_default: Generated<boolean>
  widgets: Json<WidgetEntry[]>
  /** raised by a layout save only */
  version: Generated<number>
  /** name and description when this version was made; null: not known */
  base_name: string | null
  base_description: string | null
  created_at: CreatedAt
  updated_at: Timestamp
  /** in the trash since */
  deleted_at: Timestamp | null
}

/** What of a definition is kept as JSON. */
export type StoredDefinition = Omit<ReportDefinition, 'name' | 'description'>

interface SavedReportTable {
  id: string
  account_id: number
  /** the owner */
  user_id: string
  name: string
  description: string | null
  definition: Json<StoredDefinition>
  /** shared in the account */
  is_public: Generated<boolean>
  /** raised by each change */
  version: Generated<number>
  created_at: CreatedAt
  updated_at: Timestamp
  /** in the trash since */
  deleted_at: Timestamp | null
}

interface NotificationTable {
  id: string
  account_id: number
  user_id: string
  kind: NotificationKind
  /** what it tells of: a user is told of an event once a kind; null: of something that happens once */
  event: string | null
  subject: string | null
  /** Markdown */
  content: string | null
  /** false: the user wanted only its mail */
  in_app: Generated<boolean>
  created_at: CreatedAt
  read_at: Timestamp | null
  deleted_at: Timestamp | null
}

/** How a user wants a kind of notifications; without a row as the kind says. */
interface NotificationPreferenceTable {
  account_id: number
  user_id: string
  kind: NotificationKind
  in_app: boolean
  email: boolean
}

interface FeedbackTable {
  id: string
  account_id: number
  user_id: string
  route: string
  email: string
  rating: number
  comments: string
  created_at: CreatedAt
}

interface ServiceTable {
  id: string
  account_id: number
  type: string
  name: string
  settings: JsonWithDefault<Record<string, unknown>>
  /** encrypted secret settings; null when the type has none */
  secrets: Buffer | null
  is_sample: Generated<boolean>
  /** how far each stream was read, by its name */
  cursors: JsonWithDefault<Record<string, unknown>>
  /** the account's time zone when they began; null: not known */
  read_in_zone: Generated<string | null>
  /** what is wrong and what to do about it */
  problem: string | null
  /** runs that failed since the last one that did not */
  failures: Generated<number>
  /** since when somebody has to put the credentials right; until then nothing is fetched by itself */
  needs_attention_at: Timestamp | null
  /** end of a pause that the platform asked for */
  waiting_until: Timestamp | null
  /** end of the last run that succeeded */
  last_synced_at: Timestamp | null
  /** null: only by hand */
  sync_every_minutes: number | null
  /** null: not by itself, or a run is open that will say */
  next_sync_at: Timestamp | null
  created_at: CreatedAt
  updated_at: Timestamp
}

interface ServiceRunTable {
  id: string
  account_id: number
  service_id: string
  kind: 'sync' | 'import'
  status: Run['status']
  stream: string | null
  done: Generated<number>
  total: number | null
  counts: JsonWithDefault<Record<string, number>>
  errors: JsonWithDefault<FileProblem[]>
  file_id: string | null
  file_name: string | null
  /** what the run was asked to do: import settings, or how far to read */
  request: JsonWithDefault<Record<string, unknown>>
  cancel_requested_at: Timestamp | null
  /** how often it was taken up; what an earlier worker still wants to write no longer counts */
  attempt: Generated<number>
  /** who started it; null: nobody in particular, or somebody who left */
  user_id: string | null
  /** when that user last looked at it */
  watched_at: Timestamp | null
  started_at: Timestamp | null
  finished_at: Timestamp | null
  created_at: CreatedAt
}

interface StagedFileTable {
  id: string
  account_id: number
  service_id: string
  /** the name it had on the sender's machine; shown, never used as a path */
  name: string
  bytes: number
  created_at: CreatedAt
}

/** A record of a platform that a run could not use. */
interface SetAsideRecordTable {
  id: GeneratedAlways<number>
  account_id: number
  service_id: string
  run_id: string
  stream: string
  source_id: string | null
  field: string | null
  reason: string
  created_at: CreatedAt
  /** since when it came again in order, or is told of by a later run */
  resolved_at: Timestamp | null
}

/** Events of platforms, by which repetitions are known. */
interface WebhookEventTable {
  account_id: number
  service_id: string
  event_id: string
  received_at: CreatedAt
}

/** A photo of a user, or the account's logo. */
interface PictureTable {
  /** random, with its ending: part of the address */
  name: string
  account_id: number
  /** null: the logo */
  user_id: string | null
  size: 'large' | 'small'
  /** WebP */
  content: Buffer
  created_at: CreatedAt
}

export type StoredVisitRules = Omit<VisitRules, 'version'>

interface VisitRulesTable {
  account_id: number
  rules: Json<StoredVisitRules>
  updated_at: Timestamp
}

/** Who pays for an account: a customer of the payment provider, or a marketplace. */
interface BillingTable {
  account_id: number
  customer_id: string | null
  /** the subscription that is paid for, or should be */
  subscription_id: string | null
  /** the last one whose end had its effect */
  ended_subscription_id: string | null
  period_ends_at: Timestamp | null
  cancels_at: Timestamp | null
  past_due_since: Timestamp | null
  /** an event came and its refresh has not begun */
  refresh_due_at: Timestamp | null
  marketplace_subscription_id: string | null
  updated_at: Timestamp
}

/** Events of the payment provider, by which repetitions are known. */
interface PaymentEventTable {
  event_id: string
  received_at: CreatedAt
}

/** What an account chose of insights; null: the standard. */
interface InsightSettingsTable {
  account_id: number
  kinds: Json<readonly InsightKind[]> | null
  sensitivity: Sensitivity | null
  cadence: DigestCadence | null
  /** ids of users; null: the owners and administrators */
  recipients: Json<readonly string[]> | null
  may_leave: Json<readonly ShareablePart[]> | null
  model_url: string | null
  model_name: string | null
  /** sealed */
  model_key: Buffer | null
  updated_at: Timestamp
}

/** How far an account's numbers were looked at. */
interface InsightLookTable {
  account_id: number
  data_version: number
  looked_at: Timestamp
  /** first day that was not over */
  looked_until: string
  /** series and conversions that were judged */
  series_count: number
  /** the same, when the last brief was sent */
  briefed_until: string | null
}

interface InsightTable {
  id: string
  account_id: number
  /** names what it tells, over days */
  key: string
  kind: InsightKind
  /** such as `channel web` */
  subject: string
  /** stake and confidence in one number */
  weight: number
  facts: Json<InsightFacts>
  rephrased: Json<RephrasedTemplates> | null
  data_version: number
  as_of: Timestamp
  /** last day of its period, exclusive */
  ends_on: string
  created_at: CreatedAt
  updated_at: Timestamp
  dismissed_at: Timestamp | null
}

/** What a user made of an insight. */
interface InsightAnswerTable {
  account_id: number
  user_id: string
  insight_id: string
  read_at: Timestamp | null
  useful: boolean | null
  answered_at: Timestamp
}

interface GoalTable {
  account_id: number
  metric: Goal['metric']
  period: Goal['period']
  from_day: string
  /** minor units, or a count */
  target: number
}

/** The app database, named as in SQL. Instants are `Date`s, BIGINT arrives as a number. */
export interface Schema {
  accounts: AccountTable
  users: UserTable
  sessions: SessionTable
  one_time_tokens: OneTimeTokenTable
  invitations: InvitationTable
  rate_limits: RateLimitTable
  idempotency_keys: IdempotencyKeyTable
  audit_log: AuditLogTable
  outbox_mail: OutboxMailTable
  outbox_files: OutboxFileTable
  dashboards: DashboardTable
  saved_reports: SavedReportTable
  report_schedules: ReportScheduleTable
  notifications: NotificationTable
  notification_preferences: NotificationPreferenceTable
  feedback: FeedbackTable
  services: ServiceTable
  service_runs: ServiceRunTable
  staged_files: StagedFileTable
  set_aside_records: SetAsideRecordTable
  webhook_events: WebhookEventTable
  visit_rules: VisitRulesTable
  billing: BillingTable
  payment_events: PaymentEventTable
  pictures: PictureTable
  insight_settings: InsightSettingsTable
  insight_looks: InsightLookTable
  insights: InsightTable
  insight_answers: InsightAnswerTable
  goals: GoalTable
}

/** Tables whose rows belong to an account: no statement touches them without naming the account. */
export const ACCOUNT_OWNED = [
  'users',
  'sessions',
  'one_time_tokens',
  'invitations',
  'idempotency_keys',
  'audit_log',
  'outbox_mail',
  'outbox_files',
  'dashboards',
  'saved_reports',
  'report_schedules',
  'notifications',
  'notification_preferences',
  'feedback',
  'services',
  'service_runs',
  'staged_files',
  'set_aside_records',
  'webhook_events',
  'visit_rules',
  'billing',
  'pictures',
  'insight_settings',
  'insight_looks',
  'insights',
  'insight_answers',
  'goals',
] as const satisfies readonly (keyof Schema)[]
