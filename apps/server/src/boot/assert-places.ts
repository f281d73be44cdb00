import type pg from 'pg'
import type { Env } from '#server/env.ts'
import { StartFailure } from '#server/runtime.ts'
import type { EngineName } from '#warehouse/places/account-places.ts'

const MOST_NAMED = 20

/** Like "accounts 1, 2, 3 and 14 more". */
export const nameAccounts = (accountIds: readonly number[]): string => {
  const rest = accountIds.length - MOST_NAMED
  const list = accountIds.slice(0, MOST_NAMED).join(', ')
  return `${accountIds.length === 1 ? 'account' : 'accounts'} ${list}${rest > 0 ? ` and ${rest} more` : ''}`
}

/**
 * A server must reach the rows of every account.
 *
 * @throws StartFailure naming the accounts that are in ClickHouse without CLICKHOUSE_URL, or in files of which several processes
 * cannot be the owner
 */
export const assertPlacesReachable = async (
  pool: pg.Pool,
  { CLICKHOUSE_URL, ROLE }: Pick<Env, 'CLICKHOUSE_URL' | 'ROLE'>,
): Promise<void> => {
  const at = async (engine: EngineName): Promise<number[]> => {
    const { rows } = await pool.query<{ account_id: number }>(
      'select account_id from account_places where place = $1 order by account_id',
      [engine],
    )
    return rows.map(({ account_id }) => account_id)
  }
  const remote = CLICKHOUSE_URL === undefined ? await at('clickhouse') : []
  if (remote.length > 0)
    throw new StartFailure(
      `${nameAccounts(remote)}: the data is in ClickHouse. Set CLICKHOUSE_URL, or move it to files first`,
    )
  const local = ROLE === 'all' ? [] : await at('files')
  if (local.length > 0)
    throw new StartFailure(
      `${nameAccounts(local)}: the data is in files, which only one process can open. Stop the others, start one with ROLE=all and run npm run move -- --to clickhouse --all`,
    )
}
