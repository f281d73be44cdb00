import type { ACCOUNT_OWNED, Schema } from '#server/db/schema.ts'

type AccountTable = (typeof ACCOUNT_OWNED)[number]

interface ExportedTable<Name extends AccountTable> {
  /** what a row is, for the file that explains the others */
  readonly about: string
  readonly columns: readonly (keyof Schema[Name] & string)[]
  /** false: few rows, none of which has an id */
  readonly hasId?: false
}

/**
 * What of each table leaves with an export; null: nothing. Named one by one: hashes, tokens, secrets of services and bodies of
 * mails (links to sign in are among them) must not leave with it, nor what a later release keeps beside them.
 */
export const EXPORTED_TABLES: { readonly [Name in AccountTable]: ExportedTable<Name> | null } = {
  users: {
    about: 'people who sign in',
    columns: [
      'id',
      'email',
      'first_name',
      'last_name',
      'email_verified',
      'roles',
      'theme',
      'culture',
      'last_login_at',
      'disabled_at',
      'created_at',
    ],
  },
  sessions: {
    about: 'where people are signed in',
    columns: ['user_id', 'created_at', 'last_refreshed_at', 'expires_at', 'ip', 'user_agent'],
  },
  one_time_tokens: null,
  invitations: {
    about: 'invitations of colleagues',
    columns: [
      'id',
      'email',
      'roles',
      'invited_by',
      'invited_by_name',
      'created_at',
      'sent_at',
      'expires_at',
      'accepted_at',
      'revoked_at',
    ],
  },
  idempotency_keys: null,
  audit_log: {
    about: 'who changed what, of the last 400 days',
    columns: ['id', 'at', 'user_id', 'action', 'target', 'details', 'ip'],
  },
  outbox_mail: {
    about: 'mails of the last 30 days, without their text',
    columns: ['id', 'to_address', 'subject', 'created_at', 'sent_at', 'failed_at'],
  },
  outbox_files: null,
  dashboards: {
    about: 'dashboards with their tiles, those in the trash included',
    columns: [
      'id',
      'user_id',
      'slug',
      'name',
      'description',
      'is_public',
      'is_default',
      'widgets',
      'version',
      'created_at',
      'updated_at',
      'deleted_at',
    ],
  },
  saved_reports: {
    about: 'saved reports with their definitions, those in the trash included',
    columns: [
      'id',
      'user_id',
      'name',
      'description',
      'definition',
      'is_public',
      'version',
      'created_at',
      'updated_at',
      'deleted_at',
    ],
  },
  report_schedules: {
    about: 'when saved reports are mailed, and to whom',
    columns: [
      'id',
      'report_id',
      'user_id',
      'cadence',
      'weekday',
      'day',
      'hour',
      'recipients',
      'attachment',
      'next_due_at',
      'last_sent_at',
      'created_at',
    ],
  },
  notifications: {
    about: 'notifications of each user',
    columns: ['id', 'user_id', 'kind', 'subject', 'content', 'created_at', 'read_at', 'deleted_at'],
  },
  notification_preferences: {
    about: 'what users want to be told of',
    columns: ['user_id', 'kind', 'in_app', 'email'],
    hasId: false,
  },
  feedback: {
    about: 'feedback given on pages',
    columns: ['id', 'user_id', 'route', 'email', 'rating', 'comments', 'created_at'],
  },
  services: {
    about: 'connections to where data comes from, without their credentials',
    columns: [
      'id',
      'type',
      'name',
      'settings',
      'is_sample',
      'problem',
      'last_synced_at',
      'sync_every_minutes',
      'created_at',
      'updated_at',
    ],
  },
  service_runs: {
    about: 'runs of services with their counts and problems',
    columns: [
      'id',
      'service_id',
      'kind',
      'status',
      'counts',
      'errors',
      'file_name',
      'started_at',
      'finished_at',
      'created_at',
    ],
  },
  staged_files: {
    about: 'uploaded files that wait for their import; what they hold is not in this archive',
    columns: ['id', 'service_id', 'name', 'bytes', 'created_at'],
  },
  set_aside_records: {
    about: 'records of platforms that could not be used, with the reason',
    columns: ['id', 'service_id', 'run_id', 'stream', 'source_id', 'field', 'reason', 'created_at', 'resolved_at'],
  },
  webhook_events: null,
  visit_rules: {
    about: 'what counts as a tasting and as a club signup',
    columns: ['rules', 'updated_at'],
    hasId: false,
  },
  billing: {
    about: 'the subscription as the payment provider knows it',
    columns: [
      'customer_id',
      'subscription_id',
      'period_ends_at',
      'cancels_at',
      'past_due_since',
      'marketplace_subscription_id',
      'updated_at',
    ],
    hasId: false,
  },
  // They lie in the archive as pictures.
  pictures: null,
  insight_settings: {
    about: 'what insights tell of and to whom, without the key of a model',
    columns: ['kinds', 'sensitivity', 'cadence', 'recipients', 'may_leave', 'model_url', 'model_name', 'updated_at'],
    hasId: false,
  },
  insight_looks: null,
  insights: {
    about: 'insights with their figures',
    columns: ['id', 'kind', 'facts', 'created_at', 'dismissed_at'],
  },
  insight_answers: {
    about: 'who read which insight, and whether it was useful to them',
    columns: ['user_id', 'insight_id', 'read_at', 'useful', 'answered_at'],
    hasId: false,
  },
  goals: {
    about: 'goals; money in minor units',
    columns: ['metric', 'period', 'from_day', 'target'],
    hasId: false,
  },
}
