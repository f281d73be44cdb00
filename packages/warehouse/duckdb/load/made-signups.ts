import { given, type ServiceRows } from './apply.ts'
import { type MadeRows, makeRows } from './made-rows.ts'

const ifTakenBack = (sql: string): string => `CASE WHEN s.kept = 0 THEN ${sql} END`

const SIGNUPS: MadeRows = {
  table: 'memberships',
  rules: 'signup_products',
  columns: {
    club_name: 'p.club_name',
    customer_source_id: 'o.customer_source_id',
    customer_name: 'o.customer_name',
    status: `CASE WHEN s.kept = 0 THEN 'cancelled' ELSE 'active' END`,
    signup_utc: 'o.ordered_utc',
    signup_local: 'o.ordered_local',
    cancelled_utc: ifTakenBack('s.taken_back_utc'),
    cancelled_local: ifTakenBack('s.taken_back_local'),
    acquisition_channel: 'o.channel',
    team_member: 'o.team_member',
    delivery_method: 'o.delivery_method',
    time_basis: 'o.time_basis',
  },
  where: (rows) => `NOT EXISTS (SELECT 1 FROM ${given(rows, 'memberships')} g)`,
}

/** Makes a membership of each paid line of a signup product, cancelled when it was taken back, where the source gives none. */
export const makeSignups = (rows: ServiceRows): Promise<number> => makeRows(rows, SIGNUPS)
