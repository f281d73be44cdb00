import type pg from 'pg'
import { z } from 'zod'
import { Failure } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { StartFailure } from '#server/runtime.ts'
import { ENGINE_NAMES, type EngineName } from '#warehouse/places/account-places.ts'
import type { AccountTotals } from '#warehouse/places/account-totals.ts'
import type { OperatorTask } from './operator-socket.ts'

export const LIST_TASK = 'accounts-to-move'
export const MOVE_TASK = 'move'

/** Turns of backups and moves: a backup finds each account where its book of places says. */
export const PLACES_TURN = 'places'

/** Null: all accounts. */
const ListRequest = z.object({ to: z.enum(ENGINE_NAMES), accountId: z.number().int().nullable() })
const MoveRequest = z.object({ to: z.enum(ENGINE_NAMES), accountId: z.number().int() })
export type ListRequest = z.infer<typeof ListRequest>

export const engineLabel = (engine: EngineName): string => (engine === 'files' ? 'files' : 'ClickHouse')

/** What the process that owns the account files does for `npm run move`. */
export const moveTasks = (deps: Deps, pool: pg.Pool): Readonly<Record<string, OperatorTask>> => ({
  [LIST_TASK]: async (argument) => {
    assertMovable(deps)
    return JSON.stringify(await accountsToMove(pool, ListRequest.parse(JSON.parse(argument))))
  },
  [MOVE_TASK]: async (argument) => {
    const { to, accountId } = MoveRequest.parse(JSON.parse(argument))
    return deps.turns.run(PLACES_TURN, () => moveOne(deps, accountId, to))
  },
})

/** @throws StartFailure when the process does not reach both places */
const assertMovable = ({ env }: Deps): void => {
  if (env.CLICKHOUSE_URL === undefined) throw new StartFailure('set CLICKHOUSE_URL to move accounts')
  if (env.ROLE !== 'all')
    throw new StartFailure('only a process with ROLE=all moves accounts: stop the others and start one')
}

/** Accounts with rows at the other place, or with something left there. @throws StartFailure when the account does not exist */
const accountsToMove = async (pool: pg.Pool, { to, accountId }: ListRequest): Promise<number[]> => {
  if (accountId !== null) {
    const { rowCount } = await pool.query('select from accounts where id = $1', [accountId])
    if (rowCount === 0) throw new StartFailure(`there is no account ${accountId}`)
    return [accountId]
  }
  const { rows } = await pool.query<{ account_id: number }>(
    'select account_id from account_places where place <> $1 or other is not null order by account_id',
    [to],
  )
  return rows.map(({ account_id }) => account_id)
}

const moveOne = async ({ warehouse, log }: Deps, accountId: number, to: EngineName): Promise<string> => {
  const start = performance.now()
  try {
    const moved = await warehouse.move(accountId, to)
    if (moved === null) return `in ${engineLabel(to)} already`
    const seconds = Math.round((performance.now() - start) / 100) / 10
    log.info({ accountId, to, seconds, rows: moved.totals.rows }, 'account moved')
    return `moved to ${engineLabel(to)} in ${seconds} s: ${describeTotals(moved.totals)}`
  } catch (error) {
    log.error({ err: error, accountId, to }, 'account not moved')
    throw new StartFailure(describeError(error), { cause: error })
  }
}

const describeTotals = ({ rows, netSales }: AccountTotals): string => {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const sales = Object.entries(netSales).map(([currency, amount]) => `${amount} ${currency} minor units`)
  const counts = `${rows.orders ?? 0} orders, ${rows.order_lines ?? 0} order lines, ${all} rows in all`
  return `control totals agree: ${counts}${sales.length > 0 ? `, net sales ${sales.join(', ')}` : ''}`
}

/** For operators, unlike the message for users. */
const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error instanceof Failure && error.cause !== undefined ? describeError(error.cause) : error.message
}
