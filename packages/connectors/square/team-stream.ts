import { z } from 'zod'
import type { SyncStream } from '../kit/connector.ts'
import { type ReadRecords, readRecords } from '../kit/read-records.ts'
import { teamMemberRow } from './customers.ts'
import { notAllowed, type TokenPermissions } from './permissions.ts'
import { SquareTeamMember } from './record-schemas.ts'
import { Cursor, Records, type SquareApi } from './square-api.ts'

const TeamAnswer = z.object({ team_members: Records, cursor: Cursor })

interface TeamPage extends ReadRecords<typeof SquareTeamMember> {
  readonly read: number
}

/** All team members, including inactive ones. */
export async function* teamPages(api: SquareApi): AsyncIterable<TeamPage> {
  const search = { name: 'team members', path: '/v2/team-members/search', body: { limit: 200 } }
  for await (const { team_members } of api.pages(search, TeamAnswer)) {
    const read = readRecords(team_members, {
      schema: SquareTeamMember,
      rows: (member) => [{ table: 'team_members', row: teamMemberRow(member) }],
    })
    yield { ...read, read: team_members.length }
  }
}

interface TeamSource {
  readonly api: SquareApi
  permissions(): Promise<TokenPermissions>
}

export const teamStream = ({ api, permissions }: TeamSource): SyncStream => ({
  name: 'team',
  title: 'Team members',
  tables: ['team_members'],
  reads: 'whole',
  removals: 'fullRead',
  async *read() {
    if (!(await permissions()).may('EMPLOYEES_READ')) return yield notAllowed('EMPLOYEES_READ')
    for await (const { read, rows, quarantined } of teamPages(api)) {
      yield { read, rows, removed: [], quarantined, total: null, next: {} }
    }
  },
})
