import { lookupTable } from '#domain/lookup-table.ts'
import { databaseFailure } from '#server/db/database-failure.ts'
import { BadSetting } from '#server/env.ts'
import { stopAll } from '#server/platform/at-stop.ts'
import { StartFailure } from '#server/runtime.ts'
import { accountCommand } from './account.command.ts'
import { backupCommand, drillCommand, restoreCommand } from './backup.command.ts'
import { moveCommand } from './move.command.ts'

const commands: Readonly<Record<string, (args: readonly string[]) => Promise<string>>> = lookupTable({
  account: accountCommand,
  backup: backupCommand,
  drill: drillCommand,
  move: (args) => moveCommand(args),
  restore: restoreCommand,
})

/** What to do after a command was stopped; default: run it again. */
const AFTER_STOP: Readonly<Record<string, string>> = lookupTable({
  restore: 'delete the new data directory and restore again, with DATABASE_URL into an empty database',
})

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
/** Longer than PostgreSQL needs to close its sessions and write its data. */
const STOP_MS = 15_000

const [name = '', ...args] = process.argv.slice(2)

let isStopped = false

for (const [signal, code] of Object.entries(SIGNALS)) {
  process.on(signal, () => {
    if (isStopped) process.exit(code)
    isStopped = true
    process.stderr.write(`${name} was stopped by ${signal} before it ended: ${AFTER_STOP[name] ?? 'run it again'}\n`)
    void stopAll(STOP_MS, code)
  })
}

try {
  const command = commands[name]
  if (!command) throw new StartFailure(`commands: ${Object.keys(commands).join(', ')}`)
  process.stdout.write(`${await command(args)}\n`)
} catch (error) {
  // What fails now fails because it was stopped.
  if (isStopped) await new Promise(() => undefined)
  const isDatabaseLost = error instanceof Error && databaseFailure(error)?.code === 'database.unavailable'
  const isExpected = error instanceof StartFailure || error instanceof BadSetting
  if (isDatabaseLost)
    process.stderr.write(`the database stopped before ${name} ended: ${AFTER_STOP[name] ?? 'run it again'}\n`)
  else process.stderr.write(`${isExpected || !(error instanceof Error) ? messageOf(error) : error.stack}\n`)
  process.exitCode = 1
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
