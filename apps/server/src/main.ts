import { startServer } from './bootstrap.ts'
import { BadSetting, readEnv } from './env.ts'
import { StartFailure } from './start-failure.ts'

try {
  await startServer(readEnv())
} catch (error) {
  const isExpected = error instanceof StartFailure || error instanceof BadSetting
  process.stderr.write(isExpected ? `Cuvee cannot start: ${error.message}\n` : `Cuvee cannot start: ${inFull(error)}\n`)
  process.exit(1)
}

function inFull(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
