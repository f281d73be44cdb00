import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readEnv } from '#server/env.ts'
import { StartFailure } from '#server/runtime.ts'
import { ENGINE_NAMES } from '#warehouse/places/account-places.ts'
import { engineLabel, LIST_TASK, type ListRequest, MOVE_TASK, moveTasks } from './move-accounts.ts'
import { askServer, operatorSocketPath } from './operator-socket.ts'
import { withStores } from './with-stores.ts'

const USAGE = 'npm run move -- --to clickhouse|files --all | --account <id>'

const Options = z.strictObject({
  to: z.enum(ENGINE_NAMES),
  account: z.coerce.number().int().positive().nullable().default(null),
  all: z.boolean().default(false),
})

type Ask = (task: string, argument: string) => Promise<string>
type Print = (line: string) => void

const print: Print = (line) => process.stdout.write(`${line}\n`)

/**
 * Moves accounts between files and ClickHouse, one after another: by the running server, or directly when none runs. Prints a line
 * for each account.
 *
 * @throws StartFailure when an account could not be moved; the others are moved all the same
 */
export const moveCommand = async (args: readonly string[], report: Print = print): Promise<string> => {
  const request = readRequest(args)
  const env = readEnv()
  if (!existsSync(env.DATA_DIR)) throw new StartFailure(`there is no data in ${env.DATA_DIR}`)
  const socket = await operatorSocketPath(env.DATA_DIR)
  const listed = await askServer(socket, LIST_TASK, JSON.stringify(request))
  if (listed !== null) return moveAll(request, { ask: askRunning(socket), listed, report })
  return withStores(env, { exclusive: true }, async ({ deps, pool }) => {
    const tasks = moveTasks(deps, pool)
    const ask: Ask = async (task, argument) => (await tasks[task]?.(argument)) ?? ''
    return moveAll(request, { ask, listed: await ask(LIST_TASK, JSON.stringify(request)), report })
  })
}

const readRequest = (args: readonly string[]): ListRequest => {
  try {
    const options = { to: { type: 'string' }, account: { type: 'string' }, all: { type: 'boolean' } } as const
    const { to, account, all } = Options.parse(parseArgs({ args: [...args], options }).values)
    if ((account === null) !== all) throw new Error('either --all or --account')
    return { to, accountId: account }
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    const message = issue
      ? `${issue.path.join('.')}: ${issue.message}`
      : String(error instanceof Error ? error.message : error)
    throw new StartFailure(`${message}\n${USAGE}`, { cause: error })
  }
}

const askRunning =
  (socket: string): Ask =>
  async (task, argument) => {
    const answered = await askServer(socket, task, argument)
    if (answered === null) throw new StartFailure('the server has stopped')
    return answered
  }

interface Moving {
  readonly ask: Ask
  /** ids of the accounts, as JSON */
  readonly listed: string
  readonly report: Print
}

const moveAll = async ({ to }: ListRequest, { ask, listed, report }: Moving): Promise<string> => {
  const accountIds = z.array(z.number().int()).parse(JSON.parse(listed))
  const failed: number[] = []
  for (const accountId of accountIds) {
    try {
      report(`account ${accountId}: ${await ask(MOVE_TASK, JSON.stringify({ to, accountId }))}`)
    } catch (error) {
      failed.push(accountId)
      report(`account ${accountId}: not moved: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (accountIds.length === 0) return `All accounts are in ${engineLabel(to)}.`
  if (failed.length === 0) return `Done: ${accountIds.length} in ${engineLabel(to)}.`
  throw new StartFailure(`Not moved, and where they were: ${failed.join(', ')}. Run the command again.`)
}
