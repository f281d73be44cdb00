import type { AlertCondition, AlertEvent, AlertReading } from '#contract/alerts.ts'
import type { Choose, Understood } from '#contract/ask.ts'
import type { WidgetEntry } from '#contract/dashboards.ts'
import type { SavedFilterBar } from '#contract/filter-bar.ts'
import type { FileProblem } from '#contract/imports.ts'
import type { InsightStepName } from '#contract/insight-progress.ts'
import type { Goal } from '#contract/insights.ts'
import type { ReleaseWine } from '#contract/release-plans.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ExportFormat } from '#contract/reports.ts'
import type { Run } from '#contract/runs.ts'
import type { ScheduleInput } from '#contract/saved-reports.ts'
import type { SegmentSend, SendCounts } from '#contract/segments.ts'
import type { AlertScope, AlertStatus, AlertUnit } from '#domain/alerts.ts'
import type { NoteKind } from '#domain/calendar-notes.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { DigestCadence, Sensitivity, ShareablePart } from '#domain/insight-settings.ts'
import type { NotificationKind } from '#domain/notification-kind.ts'
import type { CodeList, CodeRules, OwnCode } from '#domain/own-codes.ts'
import type { AccountType, BillingSource, ReadOnlyReason } from '#domain/plan.ts'
import type { ByLine, ExpectedLine } from '#domain/release-lines.ts'
import type { KeyScope, Role } from '#domain/role.ts'
import type { SaveAction, SaveAnswer } from '#domain/save-list.ts'
import type { SamlProvider, SignOnProvider, SignOnRole } from '#domain/single-sign-on.ts'
import type { StockPromise } from '#domain/stock-promises.ts'
import type { DeliveryStatus, DeliveryType, WebhookEvent, WebhookFormat } from '#domain/webhooks.ts'
import type { PlanBreakdown, PlanMeasureId } from '#domain/winery-plan.ts'
import type { RankingSummary } from '#insights/club-risk/rank-club.ts'
import type { DetectedInsight } from '#insights/find-insights.ts'
import type { Figure } from '#insights/insight/figure.ts'
import type { MonthPace } from '#insights/pace/month-pace.ts'
import type { InsightKind } from '#insights/registry.ts'
import type { Publication } from '#warehouse/clickhouse/account-ledger.ts'
import type { LoadOutcome, VisitRules } from '#warehouse/engine.ts'
import type { EngineName } from '#warehouse/places/account-places.ts'

/** The stored data of an insight, from which its text, charts and provenance are rendered. */
export interface InsightFacts extends DetectedInsight {
  /** additional figures for the text */
  readonly extra: readonly Figure[]
  /** names of subjects and people, by `subjectKey` or `person …` */
  readonly names: Readonly<Record<string, string>>
  /** ISO 4217 */
  readonly currency: string
}

/** Sentences that a language model rephrased, as templates: figures keep their slots. */
export interface RephrasedTemplates {
  readonly sentences: readonly string[]
}

/** The part of a definition that is stored as JSON. */
export type StoredDefinition = Omit<ReportDefinition, 'name' | 'description'>

/** The days that an alert was checked for. */
type AlertDays = Pick<AlertEvent, 'range' | 'compareRange'>

export type StoredVisitRules = Omit<VisitRules, 'version'>

/** Deleted fields are stored, so that their keys are never used again. */
interface StoredCustomField extends CustomField {
  readonly isDeleted?: true
}

export interface StoredOwnCodes {
  /** raised with each change */
  readonly version: number
  readonly codes: readonly OwnCode[]
  /** values that had an own code, which keep its parent */
  readonly fallbacks: readonly { readonly list: CodeList; readonly value: string; readonly parent: string }[]
}

export interface StoredPromises {
  /** raised with each promise that is added */
  readonly version: number
  readonly promises: readonly StockPromise[]
}

/** Types that are narrower than the column's type in SQL: closed sets of text, and the content of JSON. */
export interface ColumnTypes {
  accounts: {
    account_type: AccountType
    billing_source: BillingSource
    week_start: 'monday' | 'sunday' | 'saturday'
    definitions: Record<string, string>
    /** values of settings without a column, by id */
    settings: Record<string, unknown>
    location: Record<string, string | null>
    custom_fields: readonly StoredCustomField[]
    segments: readonly { readonly id: string; readonly name: string }[]
    own_codes: StoredOwnCodes
    stock_promises: StoredPromises
    read_only_reason: ReadOnlyReason
  }
  users: {
    roles: Role[]
    theme: 'light' | 'dark'
  }
  one_time_tokens: {
    kind: 'reset' | 'verify' | 'change' | 'undo'
  }
  passkeys: {
    /** how the browser reaches it, such as `usb` or `internal` */
    transports: string[]
  }
  proof_challenges: {
    purpose: 'sign-in' | 'sign-on' | 'prove' | 'register'
  }
  account_sign_on: {
    provider: SignOnProvider
    default_role: SignOnRole
    saml: SamlProvider | null
  }
  invitations: {
    roles: Role[]
  }
  api_keys: {
    scope: KeyScope
  }
  audit_log: {
    details: Record<string, unknown>
  }
  dashboards: {
    widgets: WidgetEntry[]
    filter_bar: SavedFilterBar
  }
  saved_reports: {
    definition: StoredDefinition
  }
  segments: {
    definition: ReportDefinition
  }
  segment_sends: {
    status: SegmentSend['status']
    counts: SendCounts | null
  }
  report_schedules: {
    channels: string[]
    cadence: ScheduleInput['cadence']
    /** email addresses in lower case */
    recipients: string[]
    attachment: ExportFormat
  }
  alerts: {
    definition: StoredDefinition
    scope: AlertScope
    /** limits on money in minor units */
    condition: AlertCondition
    unit: AlertUnit
    status: AlertStatus
    /** keys of the rows that met the condition in `open_period` */
    open_keys: readonly string[]
  }
  alert_events: {
    definition: StoredDefinition
    condition: AlertCondition
    unit: AlertUnit
    days: AlertDays
    /** money in minor units */
    readings: readonly AlertReading[]
  }
  webhooks: {
    format: WebhookFormat
    events: WebhookEvent[]
  }
  webhook_deliveries: {
    type: DeliveryType
    status: DeliveryStatus
  }
  calendar_notes: {
    kind: NoteKind
  }
  release_plans: {
    lines: ByLine<ExpectedLine | null>
    wines: ReleaseWine[]
  }
  notifications: {
    kind: NotificationKind
  }
  notification_preferences: {
    kind: NotificationKind
  }
  services: {
    settings: Record<string, unknown>
    /** sync position of each stream, by name */
    cursors: Record<string, unknown>
  }
  service_consents: {
    settings: Record<string, unknown>
  }
  service_runs: {
    kind: 'sync' | 'import'
    status: Run['status']
    counts: Record<string, number>
    control_totals: ControlTotals
    stored_totals: ControlTotals
    errors: FileProblem[]
    /** input of the run: import settings, or how far to read; of a sync of files also what became of each */
    request: Record<string, unknown>
  }
  account_data: {
    /** records by table */
    counts: Record<string, number>
  }
  account_places: {
    place: EngineName
    other: EngineName
  }
  warehouse_ledger: {
    visit_rules: VisitRules | null
    code_rules: CodeRules | null
    applying: Publication | null
  }
  warehouse_loads: {
    counts: LoadOutcome['counts']
  }
  visit_rules: {
    rules: StoredVisitRules
  }
  pictures: {
    size: 'large' | 'small'
  }
  insight_settings: {
    kinds: readonly InsightKind[]
    sensitivity: Sensitivity
    cadence: DigestCadence
    /** ids of users; null: the owners and administrators */
    recipients: readonly string[]
    may_leave: readonly ShareablePart[]
  }
  insights: {
    kind: InsightKind
    facts: InsightFacts
    rephrased: RephrasedTemplates
  }
  insight_steps: {
    step: InsightStepName
  }
  save_lists: {
    /** the members' own rows are stored apart */
    ranking: RankingSummary
  }
  save_list_entries: {
    /** texts, largest effect first; in older entries names of factors */
    reasons: readonly string[]
  }
  save_list_steps: {
    action: SaveAction
    answer: SaveAnswer
  }
  asked_questions: {
    answer: Understood | Choose
  }
  goals: {
    metric: Goal['metric']
    period: Goal['period']
  }
  plan_amounts: {
    measure: PlanMeasureId
    breakdown: PlanBreakdown
  }
  month_paces: {
    measure: PlanMeasureId
    pace: MonthPace
  }
}
