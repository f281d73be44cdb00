import { DAY_MS } from '#domain/clock.ts'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { scheduledJob } from '#server/jobs/job.ts'
import { forgetMailFiles } from '#server/mail/outbox.repo.ts'
import { deleteOldNotifications } from '#server/modules/notifications/index.ts'

/** Retention of obsolete rows, in days. */
const RETENTION_DAYS = {
  /** clients retry within minutes, or after a restart */
  idempotencyKeys: 2,
  serviceConsents: 1,
  signOnAttempts: 1,
  /** platforms redeliver events for days */
  webhookEvents: 30,
  paymentEvents: 30,
  mail: 30,
  webhookDeliveries: 30,
  notifications: 180,
  deletedNotifications: 30,
  deletedCalendarNotes: 30,
  runs: 400,
  invitations: 400,
  audit: 400,
} as const

/** Deletes obsolete rows of all accounts. The last finished run of each service stays. */
const deleteOldRows = async (db: Db, now: number): Promise<void> => {
  const all = unscoped(db)
  const before = (kind: keyof typeof RETENTION_DAYS) => new Date(now - RETENTION_DAYS[kind] * DAY_MS)
  await all.deleteFrom('idempotency_keys').where('created_at', '<', before('idempotencyKeys')).execute()
  await all
    .deleteFrom('outbox_mail')
    .where((mail) => mail.or([mail('sent_at', 'is not', null), mail('failed_at', 'is not', null)]))
    .where('created_at', '<', before('mail'))
    .execute()
  await forgetMailFiles(db)
  await deleteOldNotifications(db, { made: before('notifications'), deleted: before('deletedNotifications') })
  await all.deleteFrom('calendar_notes').where('deleted_at', '<', before('deletedCalendarNotes')).execute()
  await all.deleteFrom('webhook_events').where('received_at', '<', before('webhookEvents')).execute()
  await all.deleteFrom('service_consents').where('created_at', '<', before('serviceConsents')).execute()
  await all.deleteFrom('sign_on_attempts').where('created_at', '<', before('signOnAttempts')).execute()
  await all.deleteFrom('webhook_deliveries').where('created_at', '<', before('webhookDeliveries')).execute()
  await all.deleteFrom('payment_events').where('received_at', '<', before('paymentEvents')).execute()
  await all
    .deleteFrom('service_runs as old')
    .where('old.finished_at', '<', before('runs'))
    .where((run) =>
      run.exists(
        run
          .selectFrom('service_runs as newer')
          .select('newer.id')
          .whereRef('newer.service_id', '=', 'old.service_id')
          .whereRef('newer.finished_at', '>', 'old.finished_at'),
      ),
    )
    .execute()
  await all.deleteFrom('invitations').where('sent_at', '<', before('invitations')).execute()
  await all.deleteFrom('audit_log').where('at', '<', before('audit')).execute()
}

export const deleteOldRowsJob = scheduledJob(
  { name: 'delete-old-rows', schedule: '40 3 * * *' },
  ({ db, clock }: Deps) => deleteOldRows(db, clock.now()),
)
