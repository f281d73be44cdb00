import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** A schedule emails either a saved report or a dashboard. */
export const dashboardSchedules: Migration = {
  id: '0028-dashboard-schedules',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table report_schedules
      alter column report_id drop not null,
      add column dashboard_id text,
      add foreign key (account_id, dashboard_id) references dashboards (account_id, id) on delete cascade,
      add check (num_nonnulls(report_id, dashboard_id) = 1)`.execute(db)
    await sql`create index report_schedules_of_dashboard on report_schedules (account_id, dashboard_id)`.execute(db)
  },
}
