import { lookupTable } from '#domain/lookup-table.ts'
import { BadSetting } from '#server/env.ts'
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

const [name = '', ...args] = process.argv.slice(2)

try {
  const command = commands[name]
  if (!command) throw new StartFailure(`commands: ${Object.keys(commands).join(', ')}`)
  process.stdout.write(`${await command(args)}\n`)
} catch (error) {
  const isExpected = error instanceof StartFailure || error instanceof BadSetting
  process.stderr.write(`${isExpected || !(error instanceof Error) ? messageOf(error) : error.stack}\n`)
  process.exitCode = 1
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
