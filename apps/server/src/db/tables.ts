import type { Schema } from './schema.gen.ts'

/** Metadata of a table in an account export. Together, the two lists contain every column. */
interface TableAnnotation {
  /** describes a row, for the README of an account export */
  readonly about: string
  /** columns included in an account export, in this order */
  readonly exported: string
  /**
   * columns excluded from it besides `account_id`: hashes, tokens, secrets, email bodies (they contain sign-in links) and internal
   * state
   */
  readonly withheld?: string
}

/** Tables whose rows belong to an account: every statement on them must filter by account. A text: no export has its columns. */
const OWNED = {
  users: {
    about: 'people who sign in',
    exported:
      'id email first_name last_name email_verified roles theme culture last_login_at disabled_at second_factor_at created_at',
    withheld: 'password_hash photo_url_large photo_url_small',
  },
  sessions: {
    about: 'where people are signed in',
    exported: 'user_id created_at last_refreshed_at expires_at second_factor_at signed_on_at ip user_agent',
    withheld: 'id counter proved_at',
  },
  authenticators: 'account_id user_id secret confirmed_at last_step created_at',
  passkeys: {
    about: 'passkeys of users, without their public keys',
    exported: 'user_id name created_at last_used_at',
    withheld: 'id public_key counter transports',
  },
  recovery_codes: 'account_id user_id code_hash created_at',
  proof_challenges: 'token_hash account_id user_id purpose challenge password_mark expires_at',
  one_time_tokens: 'id account_id user_id kind token_hash email session_id expires_at used_at created_at',
  invitations: {
    about: 'invitations of colleagues',
    exported: 'id email roles invited_by invited_by_name created_at sent_at expires_at accepted_at revoked_at',
    withheld: 'token_hash',
  },
  api_keys: {
    about: 'keys that programs sign in with, without the keys themselves',
    exported:
      'id user_id name scope prefix created_at expires_at last_used_at created_by created_by_name decision_due_at',
    withheld: 'key_hash',
  },
  idempotency_keys: 'account_id user_id key request_hash status body created_at',
  audit_log: {
    about: 'who changed what, of the last 400 days',
    exported: 'id at user_id api_key_id api_key_name action target details ip',
    withheld: 'request_id',
  },
  outbox_mail: {
    about: 'mails of the last 30 days, without their text',
    exported: 'id to_address subject created_at sent_at failed_at',
    withheld: 'text html attempts next_attempt_at last_error file_id',
  },
  outbox_files: 'id account_id name content_type content created_at',
  dashboards: {
    about: 'dashboards with their tiles, those in the trash included',
    exported:
      'id user_id slug name description is_public is_default widgets filter_bar version created_at updated_at deleted_at',
    withheld: 'base_name base_description',
  },
  dashboard_shares: {
    about: 'colleagues who may view or edit a dashboard',
    exported: 'dashboard_id user_id can_edit created_at',
  },
  view_links: {
    about: 'links that show a dashboard without signing in, without their tokens',
    exported: 'id dashboard_id user_id name created_at expires_at last_viewed_at',
    withheld: 'token_hash',
  },
  saved_reports: {
    about: 'saved reports with their definitions, those in the trash included',
    exported: 'id user_id name description definition is_public version created_at updated_at deleted_at',
  },
  report_links: {
    about: 'links at which spreadsheets read saved reports, without their tokens',
    exported: 'id report_id user_id name includes_personal_data created_at last_used_at',
    withheld: 'token_hash',
  },
  report_schedules: {
    about: 'when saved reports and dashboards are mailed or posted, and to whom',
    exported:
      'id report_id dashboard_id user_id cadence weekday day hour recipients channels attachment own_rows next_due_at last_sent_at created_at',
    withheld: 'trial_notified',
  },
  alerts: {
    about: 'alerts on numbers, those in the trash included; limits on money in minor units',
    exported:
      'id user_id name definition watched_column scope condition unit paused_at last_value last_checked_at created_at updated_at deleted_at',
    withheld: 'status open_period open_keys checked_version checked_day',
  },
  alert_recipients: {
    about: 'colleagues who are notified of an alert besides its owner',
    exported: 'alert_id user_id created_at',
  },
  alert_events: {
    about: 'when alerts fired, with the numbers; money in minor units',
    exported: 'id alert_id fired_at definition condition unit days readings count data_version',
  },
  segments: {
    about: 'segments of customers with their conditions',
    exported: 'id name definition started_day updated_day conditions_changed_day problem created_at updated_at',
  },
  segment_sends: {
    about: 'dry runs and runs that tagged the customers of a segment, with their counts',
    exported: 'id segment_id service_id audience status counts done problem created_at finished_at',
    withheld: 'audience_id stop_requested_at',
  },
  webhooks: {
    about: 'where events are sent to, without the secrets; the addresses of channels are masked',
    exported: 'id format name url events is_active created_at updated_at',
    withheld: 'secrets',
  },
  webhook_deliveries: {
    about: 'what was sent to webhooks in the last 30 days',
    exported:
      'id webhook_id type status attempts answer_status problem duration_ms created_at last_attempt_at next_attempt_at payload',
  },
  calendar_notes: {
    about: 'closures, events, campaigns and other notes of the calendar, deleted ones included',
    exported: 'id title from_day until_day kind text created_at updated_at deleted_at',
  },
  release_plans: {
    about: 'what club releases were expected to come to when they were planned',
    exported: 'id club day members lines wines saved_at',
  },
  notifications: {
    about: 'notifications of each user',
    exported: 'id user_id kind subject content created_at read_at deleted_at',
    withheld: 'event in_app',
  },
  notification_preferences: {
    about: 'notification preferences of users',
    exported: 'user_id kind in_app email',
  },
  feedback: {
    about: 'feedback given on pages',
    exported: 'id user_id route email rating comments created_at',
  },
  services: {
    about: 'connections to where data comes from, without their credentials',
    exported: 'id type name settings is_sample problem last_synced_at sync_every_minutes created_at updated_at',
    withheld:
      'secrets cursors read_in_zone failures needs_attention_at waiting_until next_sync_at sweep rejects_notified_at',
  },
  service_runs: {
    about: 'runs of services with their counts and problems',
    exported:
      'id service_id kind status counts control_totals stored_totals errors file_name started_at finished_at created_at',
    withheld: 'stream done total file_id request cancel_requested_at attempt user_id watched_at',
  },
  staged_files: {
    about: 'uploaded files that wait for their import; what they hold is not in this archive',
    exported: 'id service_id name bytes created_at',
  },
  ingest_batches: 'id account_id service_id records content outline created_at',
  account_data: {
    about: 'how many records the account has',
    exported: 'counts data_version',
    withheld: 'key first_version needs_reconciliation',
  },
  account_encryption_keys: 'account_id version sealed created_at',
  account_places: 'account_id place other',
  warehouse_ledger:
    'account_id key data_version row_version loaded_at time_zone visit_rules code_rules separate_customers applying',
  warehouse_loads: 'account_id batch_id service_id applied_at changed data_version counts',
  set_aside_records: {
    about: 'records of platforms that could not be used, with the reason',
    exported: 'id service_id run_id stream source_id field reason created_at resolved_at',
    withheld: 'tries next_try_at',
  },
  webhook_events: 'account_id service_id event_id received_at',
  service_consents: 'state_hash account_id user_id session_id service_id type settings created_at sent_keys',
  account_sign_on: {
    about: 'the provider of single sign-on, without its secret',
    exported:
      'provider issuer client_id saml default_role is_enabled trusts_second_factor tested_at created_at updated_at',
    withheld: 'client_secret',
  },
  sign_on_domains: {
    about: 'email domains of single sign-on',
    exported: 'domain proof created_at proved_at',
  },
  sign_on_attempts: 'state_hash account_id browser_hash nonce verifier saml_response tester_id session_id created_at',
  external_identities: {
    about: 'who users are to the provider of single sign-on',
    exported: 'user_id issuer subject created_at last_used_at',
  },
  visit_rules: {
    about: 'what counts as a tasting and as a club signup',
    exported: 'rules updated_at',
  },
  billing: {
    about: 'the subscription as the payment provider knows it',
    exported:
      'customer_id subscription_id period_ends_at cancels_at past_due_since marketplace_subscription_id updated_at',
    withheld: 'ended_subscription_id refresh_due_at',
  },
  pictures: 'name account_id user_id size content created_at',
  insight_settings: {
    about: 'what insights tell of and to whom, without the key of a model',
    exported: 'kinds sensitivity cadence recipients may_leave uses_model model_url model_name updated_at',
    withheld: 'model_key',
  },
  insight_runs: 'account_id data_version analyzed_at analyzed_until series_count digest_day',
  insights: {
    about: 'insights with their figures',
    exported: 'id kind facts created_at dismissed_at snoozed_until assigned_to acted_at done_at',
    withheld: 'key subject weight rephrased data_version as_of ends_on updated_at',
  },
  insight_answers: {
    about: 'who read which insight, and whether it was useful to them',
    exported: 'user_id insight_id read_at useful answered_at',
  },
  insight_steps: {
    about: 'what was done about which insight: snoozed, assigned, acted on, done',
    exported: 'id insight_id user_id step until_day assignee_id at',
  },
  save_lists: {
    about: 'the share of the save list that is held out, and how accurate its ranking was',
    exported: 'holdout_percent ranking',
  },
  save_list_entries: {
    about: 'members on the save list, or held out of it, for three months; money in minor units',
    exported:
      'id membership_id customer_id club chance reasons yearly_value entry_value entered_on ends_on holdout_percent is_held_out canceled_on assigned_to',
  },
  save_list_steps: {
    about: 'what was done to keep members of the save list',
    exported: 'id entry_id user_id action answer note at',
  },
  asked_questions: {
    about: 'questions that users asked, with the definitions of their answers',
    exported: 'id user_id question answer asked_at pinned_at',
    withheld: 'key is_shareable',
  },
  goals: {
    about: 'goals; money in minor units',
    exported: 'metric period from_day target',
  },
  plans: {
    about: 'versions of plans',
    exported: 'id name year is_current version created_at updated_at',
  },
  plan_amounts: {
    about: 'monthly amounts of plans; money in minor units',
    exported: 'plan_id measure breakdown value month amount',
  },
  month_paces: 'account_id measure month as_of pace',
} as const satisfies { readonly [Name in keyof Schema]?: TableAnnotation | string }

export type AccountOwnedTable = keyof typeof OWNED

const isOwned = (name: string): name is AccountOwnedTable => Object.hasOwn(OWNED, name)
const OWNED_NAMES = Object.keys(OWNED).filter(isOwned)

/** Account-owned tables with their columns, in the order of the export. */
export const ACCOUNT_TABLES = OWNED_NAMES.map((name) => {
  const annotation: TableAnnotation | string = OWNED[name]
  const isInternal = typeof annotation === 'string'
  const exported = isInternal ? [] : annotation.exported.split(' ')
  const withheld = isInternal ? annotation.split(' ') : ['account_id', ...(annotation.withheld?.split(' ') ?? [])]
  const hasId = [...exported, ...withheld].includes('id')
  return { name, about: isInternal ? null : annotation.about, exported, withheld, hasId }
})

export const ACCOUNT_OWNED: readonly AccountOwnedTable[] = OWNED_NAMES
